import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { encodeMarket } from "@/api/market";
import { equal } from "@/decimal";
import { classPaidFrom } from "@/products";
import { formatGain, KeyValue, KeyValues, Own } from "@/ui";
import { formatOnExchange } from "@/ui/time";

const DAY = { weekday: "short", day: "numeric", month: "short" } as const;

/** The market whose calendar settles an account's trades. */
function marketOf({ type }: Wallet): string {
  const assetClass = classPaidFrom(type);
  return assetClass ? encodeMarket(assetClass) : "";
}

/**
 * The amounts that trades will bring to an account or take from it, with their settlement days. Amounts to be taken
 * have left the balance already.
 */
export function SettlingLines({ wallet }: { wallet: Wallet }) {
  const { t, i18n } = useTranslation("funds");
  if (wallet.unsettled.length === 0) return null;
  const market = marketOf(wallet);
  return (
    <section className="px-1 text-small text-ink-2">
      {equal(wallet.transferable, wallet.available) ? null : <p>{t("settling.hint")}</p>}
      <KeyValues>
        {wallet.unsettled.map(({ amount, at }) => (
          <KeyValue
            key={at}
            label={t(amount.startsWith("-") ? "settling.deducted" : "settling.on", {
              day: formatOnExchange(at, i18n.language, market, DAY),
            })}
          >
            <Own>
              {formatGain(amount, wallet.currency)} {wallet.currency}
            </Own>
          </KeyValue>
        ))}
      </KeyValues>
    </section>
  );
}
