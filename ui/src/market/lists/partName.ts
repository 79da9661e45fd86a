import type { TFunction } from "i18next";
import type { AssetList } from "@/choices/lists";
import { INDUSTRIES, partsOf } from "@/choices/parts";

type T = TFunction<"kinds">;

/** The name for the parts of a list: exchanges, regions, classes. */
export const partsLabel = (t: T, assets: AssetList) => t(`parts.${labelled(assets)}.label`);

const labelled = (assets: AssetList) =>
  (partsOf(assets).length > 0 ? assets : "usStock") as "forex";

/** The name of a part of a list; exchanges have one name in all languages. */
export function partName(t: T, part: string, assets: AssetList): string {
  const texts = labelled(assets);
  if (part === "") return t(`parts.${texts}.all`);
  return partsOf(assets).some((known) => known === part) && assets !== "usStock"
    ? t(`parts.${texts}.${part as "major"}`)
    : part;
}

/** The name of an industry of stocks; one that the texts lack has the server's. */
export function industryName(t: T, industry: string): string {
  const known = INDUSTRIES.find((name) => name === industry);
  return known ? t(`industry.${known}`) : industry;
}
