import { createContext, useCallback, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isTab, screenAt, screens, type Title, to } from "@/screens";

/** The address that a screen was opened with. In two panes each has its own. */
export interface Screen {
  pathname: string;
  search: string;
}

export const ScreenContext = createContext<Screen>({ pathname: "/", search: "" });

/**
 * Around a screen that stands in a pane by itself, without having been opened: nothing lies below it. What would step
 * back lets it begin anew.
 */
export const DockContext = createContext<{ renew(): void } | null>(null);

/** How many screens of ours lie below this one in the browser's history. */
function historyDepth(): number {
  const state = window.history.state as { idx?: number } | null;
  return state?.idx ?? 0;
}

export interface Navigation {
  /** Opens a screen. A tab replaces the current one, every other screen is stacked. */
  open(address: string, options?: { replace?: boolean }): void;
  /** Steps back; when the history is shorter than that, opens the home page or another that is named. */
  back(steps?: number, otherwise?: string): void;
  /** Goes on at an address: where it lies right below this screen by a step back, else in this screen's place. */
  returnTo(address: string): void;
  /** Lets a visitor log in, who then goes on at `next`: by default where they are now. */
  logIn(next?: string): void;
}

/** The address that the browser shows. */
const presentAddress = () => window.location.hash.slice(1);

/** What each entry of the history knows: which of our addresses lies below it. */
interface Entry {
  below?: string;
}

const presentEntry = () => (window.history.state as { usr?: Entry | null } | null)?.usr ?? {};

export function useNavigation(): Navigation {
  const navigate = useNavigate();
  const dock = useContext(DockContext);
  const open = useCallback<Navigation["open"]>(
    (address, options) => {
      const replace = options?.replace ?? isTab(screenAt(address));
      const state: Entry = replace ? presentEntry() : { below: presentAddress() };
      navigate(address, { replace, state });
    },
    [navigate],
  );
  const back = useCallback<Navigation["back"]>(
    (steps = 1, otherwise = to("home")) => {
      if (dock) dock.renew();
      else if (historyDepth() >= steps) navigate(-steps);
      else navigate(otherwise, { replace: true });
    },
    [navigate, dock],
  );
  const returnTo = useCallback<Navigation["returnTo"]>(
    (address) => {
      if (presentEntry().below === address) navigate(-1);
      else open(address, { replace: true });
    },
    [navigate, open],
  );
  const logIn = useCallback<Navigation["logIn"]>(
    (next = presentAddress()) => open(to("login", { back: next })),
    [open],
  );
  return useMemo(() => ({ open, back, returnTo, logIn }), [open, back, returnTo, logIn]);
}

/** The screen that the pane shows; undefined where its address does not exist. */
export const useScreenName = () => screenAt(useContext(ScreenContext).pathname);

/**
 * What the screen is called, in the customer's language. Where `waits` is false it is null until the texts are
 * there; else the component is drawn when they are.
 */
export function useScreenTitle({ waits }: { waits: boolean }): string | null {
  const { search } = useContext(ScreenContext);
  const name = useScreenName();
  const title: Title = name ? screens[name].title : "common:notFound.title";
  const { t, ready } = useTranslation(title.split(":")[0] as "common", { useSuspense: waits });
  if (!ready) return null;
  // An address may lack the name of what it shows.
  const replace = { name: "", ...Object.fromEntries(new URLSearchParams(search)) };
  return (t as (key: Title, options: { replace: object }) => string)(title, { replace }).trim();
}
