import i18next from "i18next";
import type { AssetClass } from "@/api/market";
import { codeOf, kindOf } from ".";

interface Named {
  symbol: string;
  /** In the reader's language; empty if unknown. */
  name?: string;
  assetClass?: AssetClass;
}

/** The name of an instrument in sentences: its name with its code after it; for a pair, only the code. */
export function instrumentName({ name, symbol, assetClass }: Named): string {
  if (assetClass && kindOf({ assetClass }).code) return codeOf({ assetClass, symbol });
  return name && name !== symbol ? i18next.t("instrument", { name, code: symbol }) : symbol;
}
