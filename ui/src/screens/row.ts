import type { ParseKeys, TypeOptions } from "i18next";
import type { ZodMiniType } from "zod/mini";
import type { AssetList } from "@/market/lists";

/** The five tabs, in the order of the bar. They are switched to, never stacked. */
export const tabs = ["home", "market", "watchlist", "trade", "profile"] as const;
export type TabName = (typeof tabs)[number];

type Texts = TypeOptions["resources"];
/** The key of a text with its namespace, for example `funds:bill.title`. */
export type Title = { [N in keyof Texts]: `${N}:${ParseKeys<N>}` }[keyof Texts];

/**
 * The panes of a workspace, from left to right: what there is to choose from, what was chosen, and what goes with it.
 */
export const places = ["list", "main", "context"] as const;
export type Place = (typeof places)[number];

type Schema = ZodMiniType<object, object>;

export interface Row {
  /** The hash path, which links and bookmarks keep: it never changes. */
  path: `/pages/${string}/${string}`;
  /** Who may see it. A visitor at a customer's screen logs in first and then comes back to it. */
  who: "anyone" | "customer";
  /** The tab that it belongs to: itself, or the one beside which it stands when a visit begins with it. */
  tab: TabName;
  /** What it is about: the list beside it is of the same assets. */
  assets?: AssetList;
  /** What the window and the top bar say, unless the page names what it shows. It may take in the address' values. */
  title: Title;
  /** What stands in other panes of a workspace while it is open, such as the list that it was chosen from. */
  beside?: Partial<Record<Place, `/pages/${string}/${string}`>>;
  /** Of any other screen: its pane in a workspace, by the tab that it is opened from; the context pane without. */
  place?: Place | Partial<Record<TabName, Place>>;
}

export type Queries = typeof import("@/screenQueries");
type QueryName = {
  [N in keyof Queries]: Queries[N] extends Schema ? N : never;
}[keyof Queries];

/** A screen that takes nothing from its address. */
export interface Plain extends Row {
  query?: undefined;
}

export interface Asked<Q extends QueryName> extends Row {
  /** What it takes from its address, by its name in `screenQueries.ts`, which loads with the page: checking takes code. */
  query: Q;
}

type RowOf<R> = R extends Asked<infer Q> ? Asked<Q> : Plain;

/** The rows of a capability: what each takes from its address is known by its name. */
export const rows = <Rows extends Record<string, Plain | Asked<QueryName>>>(
  given: Rows,
): { [N in keyof Rows]: RowOf<Rows[N]> } => given as never;
