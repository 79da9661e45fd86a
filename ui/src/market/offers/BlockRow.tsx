import { useTranslation } from "react-i18next";
import type { BlockStock } from "@/api/offers";
import { formatPriceOf } from "@/products";
import { formatCompact, formatDecimal } from "@/ui";
import type { RowLook } from "../lists/InstrumentList";
import { LivePrice } from "../lists/InstrumentRow";
import PriceMark from "../lists/PriceMark";
import { OfferRow } from "./OfferRow";

/** A stock, its least block with its value, and the price range for blocks. */
export function BlockRow({ instrument }: { instrument: BlockStock }) {
  const { t, i18n } = useTranslation("offers");
  const { block, currency, symbol } = instrument;
  const price = (value: string) => formatPriceOf(instrument, value);
  const fact = (name: "worth" | "between", figure: string) => (
    <>
      {t(`block.${name}`)} <span className="font-medium text-ink">{figure}</span>
    </>
  );
  return (
    <OfferRow
      instrument={instrument}
      subtitle={
        <span className="truncate">
          <PriceMark instrument={instrument} />
          {symbol} · {t("block.least", { quantity: formatDecimal(block.leastQuantity) })}
        </span>
      }
      price={<LivePrice instrument={instrument} />}
      facts={[
        fact("worth", `${formatCompact(block.leastValue, i18n.language)} ${currency}`),
        fact("between", `${price(block.low)} – ${price(block.high)}`),
      ]}
    />
  );
}

export const BLOCK: RowLook<BlockStock> = { Row: BlockRow, px: 90, breaks: true };
