import { Check as CheckMark, ShieldAlert, ShieldCheck, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import { formatPriceOf } from "@/products";
import { classes, formatDecimal, useOwnText } from "@/ui";
import type { Check } from "./verify";

/** Checks whose figures are prices, which are public and never hidden. */
const PUBLIC: readonly Check["name"][] = ["price", "limit"];

type Of = Pick<Instrument, "symbol" | "assetClass">;

function CheckLine({ check, of }: { check: Check; of: Of }) {
  const { t } = useTranslation("orders");
  const Icon = check.holds ? CheckMark : X;
  const own = useOwnText();
  const figure = (value: string) =>
    PUBLIC.includes(check.name) ? formatPriceOf(of, value) : own(formatDecimal(value, { min: 2 }));
  const values = { expected: figure(check.expected), found: figure(check.found) };
  return (
    <li className="num flex items-start gap-2 py-0.5">
      <Icon size={15} strokeWidth={2.2} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {t(`check.${check.name}`, values)}
        {check.holds ? null : ` ${t("check.mismatch", values)}`}
      </span>
    </li>
  );
}

interface DeviceCheckProps {
  checks: readonly Check[];
  /** The traded instrument. */
  of: Of;
}

/** Shows that this device recalculated the receipt, with the result of each figure. */
export function DeviceCheck({ checks, of }: DeviceCheckProps) {
  const { t } = useTranslation("orders");
  const failed = checks.filter((check) => !check.holds).length;
  const sound = failed === 0;
  const Icon = sound ? ShieldCheck : ShieldAlert;
  return (
    <section
      aria-label={t("check.label")}
      className={classes(
        "rounded-card px-4 py-3",
        sound ? "bg-verified-soft text-verified" : "bg-danger-soft text-danger",
      )}
    >
      <div className="flex items-center gap-3">
        <Icon size={26} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <div role="status">
          <h2 className="text-note font-semibold">{t(sound ? "check.sound" : "check.unsound")}</h2>
          <p className="text-small">
            {sound
              ? t("check.soundText", { total: checks.length })
              : t("check.unsoundText", { failed, total: checks.length })}
          </p>
        </div>
      </div>
      <details className="mt-1.5 text-small" open={!sound}>
        <summary className="min-h-8 cursor-pointer py-1.5 pl-[38px] font-medium">
          {t("check.details")}
        </summary>
        <ul className="pl-[38px]">
          {checks.map((check, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the checks have a fixed order
            <CheckLine key={index} check={check} of={of} />
          ))}
        </ul>
      </details>
    </section>
  );
}
