import type { ListedInstrument } from "@/api/market";
import { IndexStrip } from "./IndexStrip";
import type { AssetList } from "./lists";
import { indices } from "./queries";

const isHongKong = ({ symbol }: ListedInstrument) => Number(symbol.startsWith("HS"));

/** The same, with those of Hong Kong before all others. */
const fromHongKong = {
  ...indices,
  select: (rows: ListedInstrument[]) =>
    [...rows].sort((one, other) => isHongKong(other) - isHongKong(one)),
};

/** Over a list: the indices of its market first, and none over what follows no index or is one. */
export function MarketStrip({ assets }: { assets: AssetList }) {
  if (assets === "index" || assets === "forex" || assets === "crypto") return null;
  return <IndexStrip className="" of={assets === "hkStock" ? fromHongKong : indices} />;
}
