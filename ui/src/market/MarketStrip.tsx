import { IndexStrip } from "./IndexStrip";
import type { AssetList } from "./lists";

/** Over a list: the indices of its market first, and none over what follows no index or is one. */
export function MarketStrip({ assets }: { assets: AssetList }) {
  if (assets === "index" || assets === "forex" || assets === "crypto") return null;
  return <IndexStrip className="" lead={assets === "hkStock" ? "HS" : undefined} />;
}
