import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { instrument } from "@/api/instrument";
import { useChosen } from "@/market/chosen";
import { MarketFirst } from "@/market/MarketFirst";
import { useNavigation } from "@/navigation";
import { useQuote } from "@/push/quotes";
import { to } from "@/screens";
import {
  Button,
  Card,
  formatDecimal,
  formatPrice,
  KeyValue,
  KeyValues,
  NO_VALUE,
  Page,
  Skeleton,
  TopBar,
} from "@/ui";
import { formatExchangeClock } from "@/ui/time";

/** What a receipt of one share would say at this moment: its figures are those of the newest tick. */
function Sample({ code, market }: { code: string; market: string }) {
  const { t, i18n } = useTranslation("orders");
  const { data } = useQuery(instrument(code, market));
  const quote = useQuote(market, code);
  if (!data) return <Skeleton className="h-64 w-full rounded-card" />;
  const now = { ...data.stockInfo, ...quote };
  return (
    <Card>
      <h3 className="mb-1 text-body font-semibold">{t("why.title")}</h3>
      <KeyValues>
        <KeyValue label={t("sample.order")}>{t("sample.one", { code })}</KeyValue>
        <KeyValue label={t("why.tick")}>
          {now.feed} #{now.tickSeq ? formatDecimal(String(now.tickSeq)) : NO_VALUE}
        </KeyValue>
        <KeyValue label={t("why.quote")}>
          {formatPrice(now.bid)} / {formatPrice(now.ask)}
        </KeyValue>
        <KeyValue label={t("why.sizes")}>
          {formatDecimal(now.bidSize)} / {formatDecimal(now.askSize)}
        </KeyValue>
        <KeyValue label={t("why.paid")}>{t("why.theAsk")}</KeyValue>
        <KeyValue label={t("why.tickTime")}>
          {now.quoteTimestamp
            ? formatExchangeClock(now.quoteTimestamp, i18n.language, market)
            : NO_VALUE}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}

/** Shows visitors what every fill comes with, from the market as it is now. */
export default function SampleReceipt() {
  const { t } = useTranslation(["orders", "common"]);
  const { open, logIn } = useNavigation();
  const chosen = useChosen();
  const actions = (
    <>
      <Button look="ghost" onClick={() => logIn()}>
        {t("common:action.logIn")}
      </Button>
      <Button onClick={() => open(to("register"))}>{t("common:action.signUp")}</Button>
    </>
  );
  return (
    <Page top={<TopBar title={t("orders:sample.title")} />} bottom={actions}>
      <p className="mb-3 text-note text-ink-2">{t("orders:sample.text")}</p>
      {chosen ? (
        <MarketFirst {...chosen}>
          {(market) => <Sample code={chosen.code} market={market} />}
        </MarketFirst>
      ) : (
        <Skeleton className="h-64 w-full rounded-card" />
      )}
    </Page>
  );
}
