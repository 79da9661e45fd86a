import Big from "big.js";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book } from "@/api/depth";
import type { InstrumentDetail } from "@/api/market";
import {
  classes,
  directionOf,
  directionText,
  NO_VALUE,
  PriceDigits,
  type PriceLook,
  subtract,
} from "@/ui";
import { lookOf } from "../lookOf";
import { type Rung, rungsOf, stepsOf } from "./bookSteps";
import { useSizeText } from "./sizeText";

const COLUMNS = "grid grid-cols-[1.2fr_1fr_1fr] gap-2 px-2";

interface SideProps {
  side: "bid" | "ask";
  /** Best first. */
  rungs: Rung[];
  /** The size of the deeper side, which a level's tint is relative to. */
  deepest: Big;
  look: PriceLook;
}

/** One side of the ladder; asks have their best level at the bottom. The tint is the total size up to a level. */
function LadderSide({ side, rungs, deepest, look }: SideProps) {
  const { t } = useTranslation("market");
  const sizeText = useSizeText();
  const isBid = side === "bid";
  return (
    <ul
      aria-label={t(`quote.${side}`)}
      className={classes("num flex text-small", isBid ? "flex-col" : "flex-col-reverse")}
    >
      {rungs.map(({ price, size, total }) => (
        <li key={price} className={classes(COLUMNS, "relative py-1")}>
          <span
            aria-hidden
            className={classes(
              "absolute inset-y-0.5 right-0 rounded-[4px]",
              isBid ? "bg-rise-soft" : "bg-fall-soft",
            )}
            style={{ width: `${new Big(total).div(deepest).times(100).toFixed(0)}%` }}
          />
          <span
            className={classes("relative font-medium", isBid ? "text-rise-text" : "text-fall-text")}
          >
            <PriceDigits value={price} {...look} />
          </span>
          <span className="relative text-right">{sizeText(size)}</span>
          <span className="relative text-right text-ink-2">{sizeText(total)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The price steps into which levels can be merged. */
function StepPicker(props: { steps: string[]; step: string; onChange: (step: string) => void }) {
  const { t } = useTranslation("kinds");
  return (
    <label className="flex min-h-11 items-center justify-between gap-3 px-2 text-caption text-ink-2">
      {t("depth.step")}
      <select
        value={props.step}
        onChange={({ target }) => props.onChange(target.value)}
        className="num min-h-8 rounded-[10px] border-r-8 border-transparent bg-sunken pl-2.5 text-small font-medium text-ink"
      >
        {props.steps.map((step) => (
          <option key={step}>{step}</option>
        ))}
      </select>
    </label>
  );
}

interface LadderProps {
  instrument: InstrumentDetail;
  book: Book;
}

/**
 * The book as a ladder: asks above bids with the total size up to each level, and between them the last price with its
 * direction and the spread. Levels can be merged into larger steps.
 */
export function Ladder({ instrument, book }: LadderProps) {
  const { t } = useTranslation("kinds");
  const { quote, tickSize } = instrument;
  const steps = stepsOf(tickSize);
  const [chosen, setStep] = useState<string | null>(null);
  const step = chosen ?? steps[0] ?? null;
  const [bids, asks] = [rungsOf(book.bids, step, "bid"), rungsOf(book.asks, step, "ask")];
  const sums = [bids, asks].map((side) => new Big(side.at(-1)?.total ?? "0"));
  const deepest = sums.reduce((max, sum) => (sum.gt(max) ? sum : max), new Big("0"));
  const look = lookOf(instrument, quote.bid);
  const [bid, ask] = [book.bids[0], book.asks[0]];
  const direction = directionOf(quote.change);
  return (
    <>
      {steps.length > 1 && step ? (
        <StepPicker steps={steps} step={step} onChange={setStep} />
      ) : null}
      <div className={classes(COLUMNS, "pb-1 text-caption text-ink-2")}>
        <span>{t("trades.price")}</span>
        <span className="text-right">{t("trades.size")}</span>
        <span className="text-right">{t("depth.total")}</span>
      </div>
      <LadderSide side="ask" rungs={asks} deepest={deepest} look={look} />
      <div className="num my-1 flex items-baseline justify-between gap-2 border-y border-line px-2 py-1.5">
        <span className={classes("text-body font-semibold", directionText[direction])}>
          <PriceDigits value={quote.last} {...look} />
          {direction === "flat" ? null : (
            <span aria-hidden className="ml-1 text-small">
              {direction === "rise" ? "↑" : "↓"}
            </span>
          )}
        </span>
        <span className="text-caption text-ink-2">
          <span>{t("depth.spread")}</span>{" "}
          <span>
            {bid && ask ? (
              <PriceDigits value={subtract(ask.price, bid.price)} {...look} />
            ) : (
              NO_VALUE
            )}
          </span>
        </span>
      </div>
      <LadderSide side="bid" rungs={bids} deepest={deepest} look={look} />
    </>
  );
}
