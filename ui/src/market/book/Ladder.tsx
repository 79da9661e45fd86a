import Big from "big.js";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book } from "@/api/depth";
import type { InstrumentDetail } from "@/api/market";
import { lookOf } from "@/products/lookOf";
import {
  classes,
  directionText,
  formatDecimal,
  NO_VALUE,
  PriceDigits,
  type PriceLook,
  subtract,
} from "@/ui";
import { type Rung, rungsOf, stepsOf } from "./bookSteps";
import { useSizeText } from "./sizeText";
import { useBookHeads } from "./useBookHeads";
import { useLastMove } from "./useLastMove";

/** In a narrow column there is no room for the totals. */
const COLUMNS =
  "grid grid-cols-[1.2fr_1fr] gap-2 px-1 @min-[220px]:grid-cols-[1.2fr_1fr_1fr] @min-[220px]:px-2";
const TOTAL = "relative hidden text-right text-ink-2 @min-[220px]:block";

/** Called with the price of a level that is pressed. */
type OnTake = (price: string) => void;

interface SideProps {
  side: "bid" | "ask";
  /** Best first. */
  rungs: Rung[];
  /** The size of the deeper side, which a level's tint is relative to. */
  deepest: Big;
  look: PriceLook;
  onTake: OnTake | undefined;
}

/** Moves the focus between the levels of both sides by arrow keys: up to dearer ones. */
function moveBetweenLevels(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const level = (event.target as HTMLElement).closest("[data-level]");
  if (!step || !level) return;
  const levels = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-level]")];
  // As they are on the screen: asks are in the document from the best one on.
  levels.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
  event.preventDefault();
  levels[levels.indexOf(level as HTMLElement) + step]?.focus();
}

/** One side of the ladder; asks have their best level at the bottom. The tint is the total size up to a level. */
function LadderSide({ side, rungs, deepest, look, onTake }: SideProps) {
  const { t } = useTranslation(["market", "kinds"]);
  const sizeText = useSizeText();
  const isBid = side === "bid";
  // A level's button says its figures.
  const isPressed = onTake !== undefined;
  return (
    <ul
      aria-label={t(`market:quote.${side}`)}
      className={classes("num flex text-small", isBid ? "flex-col" : "flex-col-reverse")}
    >
      {rungs.map(({ price, size, total }, place) => (
        // A level keeps its place while prices move: a press begins and ends on one element.
        // biome-ignore lint/suspicious/noArrayIndexKey: places are what stays
        <li key={place} className={classes(COLUMNS, "relative min-h-6 items-center")}>
          <span
            aria-hidden
            className={classes(
              "absolute inset-y-0.5 right-0 rounded-[4px]",
              isBid ? "bg-rise-soft" : "bg-fall-soft",
            )}
            style={{ width: `${new Big(total).div(deepest).times(100).toFixed(0)}%` }}
          />
          <span
            aria-hidden={isPressed}
            className={classes("relative font-medium", isBid ? "text-rise-text" : "text-fall-text")}
          >
            <PriceDigits value={price} {...look} />
          </span>
          <span aria-hidden={isPressed} className="relative text-right">
            {sizeText(size)}
          </span>
          <span aria-hidden={isPressed} className={TOTAL}>
            {sizeText(total)}
          </span>
          {onTake ? (
            <button
              type="button"
              data-level
              // One stop for the Tab key a side; arrow keys reach the others.
              tabIndex={place === 0 ? 0 : -1}
              aria-label={t("kinds:depth.take", {
                side: t(`market:quote.${side}`),
                price: formatDecimal(price, { min: look.decimals }),
                size: sizeText(size),
              })}
              onClick={() => onTake(price)}
              className="absolute inset-0 rounded-[4px] -outline-offset-2 transition-colors duration-150 hover:bg-ink/5 active:bg-ink/10"
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** The price steps into which levels can be merged. */
function StepPicker(props: { steps: string[]; step: string; onChange: (step: string) => void }) {
  const { t } = useTranslation("kinds");
  return (
    <label className="flex min-h-11 items-center justify-between gap-x-3 px-1 text-caption text-ink-2 @min-[220px]:px-2">
      <span className="@max-[220px]:sr-only">{t("depth.step")}</span>
      <select
        value={props.step}
        onChange={({ target }) => props.onChange(target.value)}
        className="num min-h-8 rounded-[10px] @max-[220px]:flex-1 border-r-8 border-transparent bg-sunken pl-2.5 text-small font-medium text-ink"
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
  /** Without it the levels are no buttons. */
  onTake?: OnTake;
}

/**
 * The book as a ladder: asks above bids with the total size up to each level, and between them the last price with its
 * direction and the spread. Levels can be merged into larger steps.
 */
export function Ladder({ instrument, book, onTake }: LadderProps) {
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
  const direction = useLastMove(`${instrument.market} ${instrument.symbol}`, quote.last);
  const heads = useBookHeads(instrument);
  const shared = { deepest, look, onTake };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between levels that are buttons
    <div className="@container" onKeyDown={moveBetweenLevels}>
      {steps.length > 1 && step ? (
        <StepPicker steps={steps} step={step} onChange={setStep} />
      ) : null}
      <div className={classes(COLUMNS, "items-end pb-1 text-caption text-ink-2")}>
        <span>{heads.price}</span>
        <span className="text-right">{heads.size}</span>
        <span className={TOTAL}>{t("depth.total")}</span>
      </div>
      <LadderSide side="ask" rungs={asks} {...shared} />
      <div className="num my-1 flex flex-wrap items-baseline justify-between gap-x-2 border-y border-line px-1 py-1 @min-[220px]:px-2 @min-[220px]:py-1.5">
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
      <LadderSide side="bid" rungs={bids} {...shared} />
    </div>
  );
}
