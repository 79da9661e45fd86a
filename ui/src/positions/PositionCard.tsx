import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api, reply } from "@/api/client";
import { push } from "@/push/client";
import type { Quote } from "@/push/quotes";
import { Card, formatDecimal, formatPrice, SignedText } from "@/ui";
import { profitAt } from "./profit";

/** The customer's holdings, read again whenever the server says that one changed. */
function usePosition(code: string, market: string) {
  const query = useQuery({
    queryKey: ["positions", "list", { pageSize: 100 }],
    queryFn: ({ signal }) =>
      reply(api.POST("/position/me", { body: { pageNum: 1, pageSize: 100 }, signal })),
  });
  const { refetch } = query;
  useEffect(
    () => push.subscribe("positions", { message: () => refetch(), resync: () => refetch() }),
    [refetch],
  );
  return query.data?.list.find((row) => row.stock_code === code && row.market === market);
}

interface PositionCardProps {
  code: string;
  market: string;
  quote: Quote | undefined;
}

/** What the customer holds of an instrument and what it has gained, tick by tick. */
export function PositionCard({ code, market, quote }: PositionCardProps) {
  const { t } = useTranslation("market");
  const position = usePosition(code, market);
  if (!position) return null;
  const { profit, percent } = profitAt(position, quote?.price_nominal ?? position.price);
  return (
    <Card className="mt-2.5 flex items-center justify-between gap-4">
      <div>
        <div className="text-caption text-ink-2">{t("quote.position")}</div>
        <div className="num font-semibold">
          {t("quote.positionOf", {
            quantity: formatDecimal(position.positionNum),
            price: formatPrice(position.avgPrice),
          })}
        </div>
      </div>
      <div className="text-right">
        <SignedText value={profit} className="block font-semibold" />
        <SignedText value={percent} percent className="block text-caption font-semibold" />
      </div>
    </Card>
  );
}
