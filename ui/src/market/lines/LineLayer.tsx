import { Suspense, useCallback, useId, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import type { PriceBoard } from "./board";
import { LineHandle } from "./LineHandle";
import { LineLabel } from "./LineLabel";
import type { OwnLine, Priced, ReviewChange } from "./ownLines";
import { placesOf, withinPlot } from "./placing";
import { useLineFigures } from "./useLineFigures";
import { useLineName } from "./useLineName";
import { useMoving } from "./useMoving";

/** A plot narrower than this is a phone's. */
const NARROW_PX = 420;

interface LineLayerProps {
  board: PriceBoard;
  lines: readonly OwnLine[];
  of: Priced;
  /** The room at the top that is kept free of labels. */
  inset: number;
  /** Loads when a line is first let go of. */
  Review: ReviewChange | undefined;
}

/** The places of the lines, anew with each painting of the chart that moves one. */
function useSpots(
  board: PriceBoard,
  lines: readonly { id: string; price: string; moves: unknown }[],
) {
  const subscribe = useCallback((moved: () => void) => board.onMove(moved), [board]);
  const read = () => {
    const { left, width, height } = board.plot();
    const ys = lines.map(({ price }) => board.placeOf(price));
    return [left, width, height, ...ys.map((y) => (y === null ? "" : Math.round(y)))].join(" ");
  };
  const [left = 0, width = 0, height = 0, ...ys] = useSyncExternalStore(subscribe, read)
    .split(" ")
    .map((text) => (text === "" ? null : Number(text)));
  const spots = lines.flatMap(({ id, moves }, index) => {
    const y = ys[index];
    return y == null ? [] : [{ id, y, hasHandle: moves !== null }];
  });
  return { left: left ?? 0, width: width ?? 0, height: height ?? 0, spots };
}

/**
 * The names of the customer's lines over a chart, and the handles of those that can be moved. A line that is let go of
 * elsewhere opens the change of its order for review.
 */
export default function LineLayer({ board, lines, of, inset, Review }: LineLayerProps) {
  const { t } = useTranslation("chart");
  const hint = useId();
  const nameOf = useLineName(lines);
  const figuresOf = useLineFigures(of);
  const [news, setNews] = useState("");
  const moving = useMoving(board, lines, of, (line) =>
    setNews(t("line.back", { name: nameOf(line), price: figuresOf(line, line.price).price })),
  );
  const { left, width, height, spots } = useSpots(board, lines);
  const places = placesOf(spots, height, inset);
  const { moved } = moving;
  // The others stay where they are, and its handle in its column, while a line is moved.
  const placeOf = ({ id }: OwnLine) => {
    const place = places.get(id);
    const y = moved?.id === id ? board.placeOf(moved.price) : null;
    return place && y !== null ? { ...place, ...withinPlot(y, height) } : place;
  };
  /** The order under review as it was last listed. */
  const asked = useRef<{ order: Order; moves: NonNullable<OwnLine["moves"]> }>(null);
  const line = lines.find(({ id }) => id === moved?.id);
  if (line?.order && line.moves) asked.current = { order: line.order, moves: line.moves };
  return (
    <div
      className="pointer-events-none absolute top-0 z-10"
      style={{ left, width, height }}
      data-lines
    >
      {lines.map((each) => {
        const place = placeOf(each);
        if (!place) return null;
        const isMoving = moved?.id === each.id;
        const figures = figuresOf(each, moving.priceNow(each));
        return (
          <LineLabel
            key={each.id}
            line={each}
            name={nameOf(each)}
            figures={figures}
            place={place}
            isMoving={isMoving}
            isNarrow={width < NARROW_PX}
          />
        );
      })}
      {lines.map((each) => {
        const place = placeOf(each);
        if (!place || !each.moves) return null;
        const bounds = moving.boundsFor(each);
        const price = moving.priceNow(each);
        return (
          <LineHandle
            key={each.id}
            name={nameOf(each)}
            said={figuresOf(each, price).said}
            value={{ now: price, ...bounds }}
            hint={hint}
            place={place}
            isMoving={moved?.id === each.id}
            onHold={() => {
              setNews("");
              moving.hold(each);
            }}
            onDrag={(by) => moving.drag(each, by)}
            onDrop={() => moving.drop(each)}
            onKey={(key) => moving.press(each, key)}
            onBack={() => moving.putBack(each)}
            onLeave={moving.leave}
          />
        );
      })}
      <p id={hint} hidden>
        {t("line.hint")}
      </p>
      <p role="status" className="sr-only">
        {news}
      </p>
      {moved?.isReviewed && asked.current && Review ? (
        <Suspense>
          <Review
            order={asked.current.order}
            initial={{ [asked.current.moves]: moved.price }}
            onClose={moving.end}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
