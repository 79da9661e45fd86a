import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { useChosen } from "@/market/chosen";
import { MarketFirst } from "@/market/MarketFirst";
import { useNavigation } from "@/navigation";
import { classOf, formatPriceOf, kindOf, usualTicket } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { counted, measured } from "@/products/words";
import { useQuote } from "@/push/quotes";
import { to } from "@/screens";
import {
  Button,
  Card,
  formatDecimal,
  KeyValue,
  KeyValues,
  NO_VALUE,
  Page,
  Skeleton,
  TopBar,
} from "@/ui";
import { formatExchangeClock } from "@/ui/time";

/** A sample receipt for the smallest possible purchase, with the figures of the newest tick. */
function Sample({ listing }: { listing: Listing }) {
  const { t, i18n } = useTranslation("orders");
  const { data } = useQuery(instrumentDetail(listing));
  const pushed = useQuote(listing);
  const quote = pushed ?? data?.quote;
  if (!data || !quote) return <Skeleton className="h-64 w-full rounded-card" />;
  const { noun, words } = kindOf(data);
  return (
    <Card>
      <h3 className="mb-1 text-body font-semibold">{t("why.title")}</h3>
      <KeyValues>
        <KeyValue label={t("sample.order")}>
          {t("deed.buy", {
            what: t("sample.what", {
              quantity: measured(t, data, formatDecimal(data.lotSize)),
              counted: counted(t, data, data.lotSize),
              instrument: instrumentName(data),
              context: noun,
            }),
            context: words,
          })}
        </KeyValue>
        <KeyValue label={t("why.tick")}>{quote.feed ?? NO_VALUE}</KeyValue>
        <KeyValue label={t("why.quote")}>
          {formatPriceOf(data, quote.bid)} / {formatPriceOf(data, quote.ask)}
        </KeyValue>
        <KeyValue label={t("why.sizes")}>
          {formatDecimal(quote.bidSize)} / {formatDecimal(quote.askSize)}
        </KeyValue>
        <KeyValue label={t("why.paid")}>{t("why.theAsk")}</KeyValue>
        <KeyValue label={t("why.tickTime")}>
          {quote.at === null ? NO_VALUE : formatExchangeClock(quote.at, i18n.language, listing)}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}

/** Shows visitors a sample of the receipt that comes with every fill, from the present market. */
export default function SampleReceiptPane() {
  const { t } = useTranslation(["orders", "common"]);
  const { open, logIn } = useNavigation();
  const looked = useChosen();
  // An instrument that cannot be traded has no fills: a share is shown instead.
  const share = useChosen({ of: "leaders", rows: [], assets: "usStock" });
  const chosen = looked && usualTicket({ assetClass: classOf(looked.market) }) ? looked : share;
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
        <MarketFirst {...chosen}>{(listing) => <Sample listing={listing} />}</MarketFirst>
      ) : (
        <Skeleton className="h-64 w-full rounded-card" />
      )}
    </Page>
  );
}
