import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";

/** Says calmly of what has no ticket that it can be watched, and not traded. */
export function WatchOnly({ of }: { of: Pick<Instrument, "assetClass"> }) {
  const { t } = useTranslation("kinds");
  return (
    <p className="flex-1 py-1.5 text-center text-small text-ink-2">
      {t(of.assetClass === "index" ? "watch.index" : "watch.yet")}
    </p>
  );
}
