import { useInfiniteQuery } from "@tanstack/react-query";
import { Boxes } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { BlockStock } from "@/api/offers";
import { useNavigation } from "@/navigation";
import { codeOf, formatPriceOf, quoteAddress } from "@/products";
import type { StockMarketQuery } from "@/screenQueries";
import { to } from "@/screens";
import {
  EmptyState,
  formatCompact,
  formatDecimal,
  LogoTile,
  Notice,
  Page,
  QueryList,
  SkeletonRows,
  TopBar,
} from "@/ui";
import { Link } from "@/ui/Link";
import { LivePrice } from "../InstrumentRow";
import PriceMark from "../PriceMark";
import { MarketChips, oneMarket } from "./MarketChips";
import { blockStocks } from "./offerQueries";

/** A stock, the least block of it with what that is worth, and between which prices it may be done. */
function BlockRow({ stock }: { stock: BlockStock }) {
  const { t, i18n } = useTranslation("offers");
  const { block, currency } = stock;
  const price = (value: string) => formatPriceOf(stock, value);
  return (
    <Link to={quoteAddress(stock)} data-row className="num block border-b border-line py-2.5">
      <span className="flex items-center gap-2.5">
        <LogoTile code={codeOf(stock)} name={stock.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[15px] font-semibold">{stock.name}</span>
          <span className="block truncate text-caption text-ink-2">
            <PriceMark instrument={stock} />
            {stock.symbol} · {t("block.least", { quantity: formatDecimal(block.leastQuantity) })}
          </span>
        </span>
        <LivePrice instrument={stock} />
      </span>
      <span className="mt-1 flex justify-between gap-3 pl-[46px] text-caption text-ink-2">
        <span>
          {t("block.worth")}{" "}
          <span className="font-medium text-ink">
            {formatCompact(block.leastValue, i18n.language)} {currency}
          </span>
        </span>
        <span>
          {t("block.between")}{" "}
          <span className="font-medium text-ink">
            {price(block.low)} – {price(block.high)}
          </span>
        </span>
      </span>
    </Link>
  );
}

/** The stocks of a market that can be dealt in by blocks. Dealing itself needs a permission, which is yet to come. */
export default function BlocksPage({ market }: StockMarketQuery) {
  const { t } = useTranslation("offers");
  const { open } = useNavigation();
  const query = useInfiniteQuery(blockStocks(market));
  const terms = query.data?.pages[0]?.rows[0]?.block;
  return (
    <Page
      top={<TopBar />}
      pinned={
        <MarketChips
          value={market}
          markets={oneMarket}
          onChange={(next) => open(to("blocks", { market: next }), { replace: true })}
        />
      }
      onRefresh={query.refetch}
    >
      <Notice className="mt-1 mb-1.5">
        {terms ? t("block.rule", { band: formatDecimal(terms.band) }) : null}{" "}
        {t("block.permission")}
      </Notice>
      <QueryList
        query={query}
        skeleton={<SkeletonRows rows={8} />}
        empty={<EmptyState icon={Boxes} text={t("empty.blocks")} />}
      >
        {(stocks) => stocks.map((stock) => <BlockRow key={stock.id} stock={stock} />)}
      </QueryList>
    </Page>
  );
}
