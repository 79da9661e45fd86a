import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Receipt } from "@/api/receipt";
import { platform } from "@/platform";
import { formatPriceOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { wordsOf } from "@/products/words";
import {
  Button,
  ErrorState,
  formatDecimal,
  formatExchangeTime,
  IconButton,
  Own,
  Page,
  Skeleton,
  TopBar,
  toast,
} from "@/ui";
import { OrderRules } from "../OrderRules";
import { receipt } from "../queries";
import { DeviceCheck } from "./DeviceCheck";
import { exportReceipt } from "./exportReceipt";
import { JournalLines, MoneyLines } from "./MoneyLines";
import { verifyReceipt } from "./verify";
import { WhyThisPrice } from "./WhyThisPrice";

function Head({ receipt: { fill, order } }: { receipt: Receipt }) {
  const { t, i18n } = useTranslation("orders");
  const time = formatExchangeTime(fill.filledAt, i18n.language, fill);
  const [quantity, price] = [formatDecimal(fill.quantity), formatPriceOf(fill, fill.price)];
  const size = quantity.length + price.length > 11 ? "text-figure" : "text-display";
  return (
    <div className="pt-2 pb-4 text-center">
      <p className="text-small text-ink-2">
        {t(fill.side === "buy" ? "fill.bought" : "fill.sold", { context: wordsOf(fill) })} · {time}
      </p>
      <p className={`num mt-1 font-semibold tracking-[-0.02em] ${size}`}>
        <Own>{quantity}</Own> × {price}
      </p>
      <p className="text-note text-ink-2">
        <InstrumentTitle of={fill} className="" /> · {t(`receipt.${order.type}Order`)}
      </p>
    </div>
  );
}

/** The head of a printed receipt; on the screen the top bar's badge marks paper money. */
function PrintedHead({ paper }: { paper: boolean }) {
  const { t } = useTranslation(["orders", "common"]);
  return (
    <p className="hidden text-center text-note font-semibold print:block">
      Plumbline · {t("receipt.title")}
      {paper ? ` · ${t("common:paper")}` : ""}
    </p>
  );
}

function Loading() {
  return (
    <div aria-hidden className="space-y-3 pt-4">
      <Skeleton className="mx-auto h-10 w-52" />
      <Skeleton className="h-20 w-full rounded-card" />
      <Skeleton className="h-52 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
    </div>
  );
}

/** The receipt of a fill: the trade, the reason for its price, the money moved, and the proof. */
export function ReceiptView({ fillId }: { fillId: string }) {
  const { t } = useTranslation("orders");
  const { data, error, refetch, isFetching } = useQuery(receipt(fillId));
  const again = async () => {
    const { data: fresh } = await refetch();
    if (fresh) toast(t("check.again", { total: verifyReceipt(fresh).length }));
  };
  const print =
    data && platform.name === "web" ? (
      <IconButton label={t("receipt.print")} onClick={() => window.print()}>
        <Printer size={22} strokeWidth={1.75} aria-hidden />
      </IconButton>
    ) : undefined;
  const actions = data ? (
    <>
      <Button look="ghost" onClick={() => exportReceipt(data)}>
        {t("receipt.export")}
      </Button>
      <Button busy={isFetching} onClick={again}>
        {t("receipt.verify")}
      </Button>
    </>
  ) : undefined;
  return (
    <Page top={<TopBar title={t("receipt.title")} end={print} />} bottom={actions}>
      {data ? (
        <article data-print className="space-y-3">
          <PrintedHead paper={data.paper} />
          <Head receipt={data} />
          <DeviceCheck checks={verifyReceipt(data)} of={data.fill} />
          <WhyThisPrice receipt={data} />
          <MoneyLines receipt={data} />
          <JournalLines receipt={data} />
          <OrderRules id={data.fill.orderId} />
        </article>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
