import type { TFunction } from "i18next";
import { type AssetList, type Part, pairClasses } from "./lists";

/** What a part of a list is called; exchanges have the same name in every language. */
export function partName(t: TFunction<"market">, part: Part, assets: AssetList): string {
  if (part === "") return t(assets === "forex" ? "pairs.all" : "exchange.all");
  const pairs = pairClasses.find((known) => known === part);
  return pairs ? t(`pairs.${pairs}`) : part;
}
