import i18next from "i18next";

interface Named {
  symbol: string;
  /** In the reader's language; empty where it is not known. */
  name?: string;
}

/** How a sentence speaks of an instrument: by its name, and its code after it. */
export const instrumentName = ({ name, symbol }: Named) =>
  name && name !== symbol ? i18next.t("instrument", { name, code: symbol }) : symbol;
