import i18next from "i18next";
import type { AssetClass } from "@/api/market";
import { codeOf, kindOf } from "@/products";

interface Named {
  symbol: string;
  /** In the reader's language; empty where it is not known. */
  name?: string;
  assetClass?: AssetClass;
}

/** How a sentence speaks of an instrument: by its name, and its code after it; of a pair, by its code alone. */
export function instrumentName({ name, symbol, assetClass }: Named): string {
  if (assetClass && kindOf({ assetClass }).code) return codeOf({ assetClass, symbol });
  return name && name !== symbol ? i18next.t("instrument", { name, code: symbol }) : symbol;
}
