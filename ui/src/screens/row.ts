import type { ParseKeys, TypeOptions } from "i18next";
import type { ZodMiniType } from "zod/mini";
import type { AssetList } from "@/choices/lists";

/** The five tabs, in the order of the bar. They replace each other in the history. */
export const tabs = ["home", "market", "watchlist", "trade", "profile"] as const;
export type TabName = (typeof tabs)[number];

type Texts = TypeOptions["resources"];
/** The key of a text with its namespace, for example `funds:bill.title`. */
export type Title = { [N in keyof Texts]: `${N}:${ParseKeys<N>}` }[keyof Texts];

/** The panes of a workspace, from left to right: a list to choose from, the chosen item, and its context. */
export const places = ["list", "main", "context"] as const;
export type Place = (typeof places)[number];

type Schema = ZodMiniType<object, object>;

export interface Row {
  /** The hash path, which links and bookmarks keep: it never changes. */
  path: `/pages/${string}/${string}`;
  /** The people who may see it. A visitor at a customer's screen logs in first and then comes back to it. */
  who: "anyone" | "customer";
  /** Its tab: itself, or the one beside it when a visit begins with it. */
  tab: TabName;
  /** Its assets: the list beside it has the same. */
  assets?: AssetList;
  /** The title in the window and the top bar, unless the page sets its own. It may include the address' values. */
  title: Title;
  /** Screens in other panes of a workspace while it is open, such as the list that it was chosen from. */
  beside?: Partial<Record<Place, `/pages/${string}/${string}`>>;
  /** Panes of a workspace that have content of its own beside the opened screen (`panes` in `app/pages.ts`). */
  panes?: readonly Place[];
  /** For any other screen: its pane in a workspace, by the tab that it is opened from; the context pane by default. */
  place?: Place | Partial<Record<TabName, Place>>;
}

export type Queries = typeof import("@/screenQueries");
type QueryName = {
  [N in keyof Queries]: Queries[N] extends Schema ? N : never;
}[keyof Queries];

/** A screen without an address query. */
export interface Plain extends Row {
  query?: undefined;
}

export interface Asked<Q extends QueryName> extends Row {
  /** The name of its query in `screenQueries.ts`, which loads with the page, because checking takes code. */
  query: Q;
}

type RowOf<R> = R extends Asked<infer Q> ? Asked<Q> : Plain;

/** The rows of a capability, typed so that each name determines its query. */
export const rows = <Rows extends Record<string, Plain | Asked<QueryName>>>(
  given: Rows,
): { [N in keyof Rows]: RowOf<Rows[N]> } => given as never;
