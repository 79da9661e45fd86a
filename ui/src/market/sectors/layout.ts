import { hierarchy, treemap } from "d3-hierarchy";
import type { Sector, SectorStock } from "@/api/sectors";

/** A rectangle of the map, in pixels. */
export interface Tile<Of> {
  of: Of;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  sectors: Tile<Sector>[];
  stocks: Tile<SectorStock>[];
}

interface Node {
  sector?: Sector;
  stock?: SectorStock;
  children?: Node[];
}

/** The height of an industry's name above its stocks. */
export const NAME_PX = 20;

/** A map with areas by turnover: industries, and in them their most traded instruments. */
export function layoutOf(sectors: readonly Sector[], width: number, height: number): Layout {
  // Stocks without turnover have no area.
  const parts = sectors.map((sector) => ({
    sector,
    children: sector.stocks.flatMap((stock) => (Number(stock.turnover) > 0 ? [{ stock }] : [])),
  }));
  const root = hierarchy<Node>({
    children: parts.filter(({ children }) => children.length > 0),
  }).sum(({ stock }) => Number(stock?.turnover ?? 0));
  const placed = treemap<Node>()
    .size([width, height])
    .paddingTop(({ depth }) => (depth === 1 ? NAME_PX : 0))
    .paddingInner(2)
    .round(true)(root);
  const tile = <Of>(of: Of, { x0, y0, x1, y1 }: (typeof placed.children & object)[number]) => ({
    of,
    x: x0,
    y: y0,
    width: x1 - x0,
    height: y1 - y0,
  });
  const nodes = placed.descendants();
  return {
    sectors: nodes.flatMap((node) => (node.data.sector ? [tile(node.data.sector, node)] : [])),
    stocks: nodes.flatMap((node) => (node.data.stock ? [tile(node.data.stock, node)] : [])),
  };
}

/** The change in percent with the full colour; greater changes are no stronger. */
export const FULL_PERCENT = 3;

/** The strength of a change's colour, from 0 to 1. */
export const strengthOf = (changePercent: string | null) =>
  Math.min(Math.abs(Number(changePercent ?? 0)) / FULL_PERCENT, 1);
