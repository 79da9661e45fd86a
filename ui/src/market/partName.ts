import type { TFunction } from "i18next";
import type { AssetList } from "./lists";
import { partsOf } from "./parts";

type T = TFunction<"kinds">;

/** What the parts of a list are: exchanges, regions, classes. */
export const partsLabel = (t: T, assets: AssetList) => t(`parts.${labelled(assets)}.label`);

const labelled = (assets: AssetList) =>
  (partsOf(assets).length > 0 ? assets : "usStock") as "forex";

/** What a part of a list is called; exchanges have the same name in every language. */
export function partName(t: T, part: string, assets: AssetList): string {
  const texts = labelled(assets);
  if (part === "") return t(`parts.${texts}.all`);
  return partsOf(assets).some((known) => known === part) && assets !== "usStock"
    ? t(`parts.${texts}.${part as "major"}`)
    : part;
}
