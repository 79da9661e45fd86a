import type { ListedInstrument } from "@/api/market";
import type { AssetList } from "@/choices/lists";
import { indices } from "../queries";
import { IndexStrip } from "./IndexStrip";

const isHongKong = ({ symbol }: ListedInstrument) => Number(symbol.startsWith("HS"));

/** The indices with those of Hong Kong first. */
const fromHongKong = {
  ...indices,
  select: (rows: ListedInstrument[]) =>
    [...rows].sort((one, other) => isHongKong(other) - isHongKong(one)),
};

/** The index strip above a list, its own market's first; none for lists of indices or assets without an index. */
export function MarketStrip({ assets }: { assets: AssetList }) {
  if (assets === "index" || assets === "forex" || assets === "crypto") return null;
  return <IndexStrip className="" of={assets === "hkStock" ? fromHongKong : indices} />;
}
