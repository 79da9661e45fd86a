import { useTranslation } from "react-i18next";
import type { BlockStock } from "@/api/offers";
import { codeOf, formatPriceOf, quoteAddress } from "@/products";
import { formatCompact, formatDecimal, LogoTile } from "@/ui";
import { Link } from "@/ui/Link";
import { LivePrice } from "../InstrumentRow";
import PriceMark from "../PriceMark";

/** A stock, the least block of it with what that is worth, and between which prices it may be done. */
export function BlockRow({ stock }: { stock: BlockStock }) {
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
