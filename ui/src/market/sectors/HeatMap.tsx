import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Sector, SectorStock } from "@/api/sectors";
import { classOf, codeOf, quoteAddress } from "@/products";
import { directionOf, formatPercent } from "@/ui";
import { Link } from "@/ui/Link";
import { CHANGE_PX, labelOf, measured } from "./labels";
import { FULL_PERCENT, layoutOf, NAME_PX, strengthOf, type Tile } from "./layout";

/** The size of an element, updated with the window. */
function useRoom() {
  const element = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setRoom({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, ...room };
}

/** The strongest colour on which text keeps its contrast. */
const STRONGEST_PERCENT = 46;

/** The colour of a rise or a fall, stronger for a greater change; the sign in the text repeats it. */
export function heatOf(changePercent: string | null): CSSProperties {
  const direction = directionOf(changePercent);
  if (direction === "flat") return { background: "var(--sunken)" };
  const share = 10 + (STRONGEST_PERCENT - 10) * strengthOf(changePercent);
  const color = `var(--${direction})`;
  return { background: `color-mix(in srgb, ${color} ${share.toFixed(0)}%, var(--surface))` };
}

const placeOf = ({ x, y, width, height }: Tile<unknown>): CSSProperties => ({
  transform: `translate(${x}px, ${y}px)`,
  width,
  height,
});

const asInstrument = (stock: SectorStock) => ({ ...stock, assetClass: classOf(stock.market) });

function StockTile({ tile }: { tile: Tile<SectorStock> }) {
  const { of: stock } = tile;
  const instrument = asInstrument(stock);
  const code = codeOf(instrument);
  const change = formatPercent(stock.changePercent);
  const { name, market } = stock;
  const label = labelOf({ market, code, name, change }, tile, measured);
  const seen = label?.lines.join(" ");
  // The drawn text comes first in the label, so that voice control matches the visible words.
  const said = [seen ?? code, change, ...[code, name].filter((text) => text !== (seen ?? code))];
  return (
    <Link
      to={quoteAddress({ ...instrument, symbol: stock.symbol })}
      aria-label={said.join(" ")}
      title={`${code} ${name} ${change}`}
      className="absolute top-0 left-0 grid place-content-center overflow-hidden text-center whitespace-nowrap text-ink outline-none focus-visible:z-10 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-brass"
      style={{ ...placeOf(tile), ...heatOf(stock.changePercent) }}
    >
      {label ? (
        <span
          className="block leading-tight font-semibold tabular-nums"
          style={{ fontSize: label.size }}
        >
          {label.lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </span>
      ) : null}{" "}
      {label?.change ? (
        <span
          className="num block leading-tight"
          style={{ fontSize: Math.min(label.size, CHANGE_PX) }}
        >
          {change}
        </span>
      ) : null}
    </Link>
  );
}

function SectorName({ tile }: { tile: Tile<Sector> }) {
  const { of: sector, x, y, width } = tile;
  if (width < 44) return null;
  const change = sector.changePercent === null ? null : formatPercent(sector.changePercent);
  // 18 px are the gap between both texts and the edges.
  const hasRoom = change && measured(`${sector.name}${change}`, 11, 550) + 18 <= width;
  return (
    <div
      aria-hidden
      className="absolute top-0 left-0 flex items-center gap-1.5 overflow-hidden px-1 text-[11px] font-medium whitespace-nowrap text-ink-2"
      style={{ transform: `translate(${x}px, ${y}px)`, width, height: NAME_PX }}
    >
      <span className="truncate">{sector.name}</span>
      {hasRoom ? <span className="num ml-auto shrink-0 text-ink">{change}</span> : null}
    </div>
  );
}

/** The legend of the colours. */
export function HeatScale() {
  const { t } = useTranslation("sectors");
  const steps = [-FULL_PERCENT, -1, 0, 1, FULL_PERCENT].map(String);
  return (
    <div className="flex items-center gap-2 text-caption text-ink-2">
      <span className="min-w-0 flex-1">{t("areas")}</span>
      <span role="img" aria-label={t("scale", { percent: FULL_PERCENT })} className="flex shrink-0">
        {steps.map((step) => (
          <span
            key={step}
            aria-hidden
            className="num grid h-6 w-9 place-items-center text-[11px] text-ink"
            style={heatOf(step)}
          >
            {formatPercent(step).replace(/[.,]0+/, "")}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Industries and their most traded instruments: areas show turnover, colours show changes. */
export function HeatMap({ sectors, label }: { sectors: Sector[]; label: string }) {
  const { element, width, height } = useRoom();
  const { sectors: names, stocks } = useMemo(
    () => (width > 0 ? layoutOf(sectors, width, height) : { sectors: [], stocks: [] }),
    [sectors, width, height],
  );
  return (
    <nav aria-label={label} className="mt-2">
      {/* 170 px of the window's height are above the map. */}
      <div
        ref={element}
        className="relative h-[calc(100dvh-170px)] min-h-[520px] overflow-hidden rounded-control"
      >
        {names.map((tile) => (
          <SectorName key={tile.of.key} tile={tile} />
        ))}
        {stocks.map((tile) => (
          <StockTile key={tile.of.symbol} tile={tile} />
        ))}
      </div>
    </nav>
  );
}
