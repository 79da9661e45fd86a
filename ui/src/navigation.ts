import { createContext, useCallback, useContext, useMemo } from "react";
import { useNavigate } from "react-router";
import { isTab, type QueryOf, type RouteName, routeAt, to } from "@/routes";

/** The address that a screen was opened with. In two panes each has its own. */
export interface Screen {
  pathname: string;
  search: string;
}

export const ScreenContext = createContext<Screen>({ pathname: "/", search: "" });

/** How many screens of ours lie below this one in the browser's history. */
function historyDepth(): number {
  const state = window.history.state as { idx?: number } | null;
  return state?.idx ?? 0;
}

export interface Navigation {
  /** Opens a screen. A tab replaces the current one, every other screen is stacked. */
  open(address: string, options?: { replace?: boolean }): void;
  /** Steps back; when the history is shorter than that, opens the home page. */
  back(steps?: number): void;
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
  const open = useCallback<Navigation["open"]>(
    (address, options) => {
      const replace = options?.replace ?? isTab(routeAt(address));
      const state: Entry = replace ? presentEntry() : { below: presentAddress() };
      navigate(address, { replace, state });
    },
    [navigate],
  );
  const back = useCallback<Navigation["back"]>(
    (steps = 1) => {
      if (historyDepth() >= steps) navigate(-steps);
      else navigate(to("home"), { replace: true });
    },
    [navigate],
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

/** The query values of the current screen as text. What an address lacks is undefined. */
export function useQueryOf<R extends RouteName>(_route: R): { [K in keyof QueryOf<R>]?: string } {
  const { search } = useContext(ScreenContext);
  return useMemo(
    () => Object.fromEntries(new URLSearchParams(search)) as { [K in keyof QueryOf<R>]?: string },
    [search],
  );
}
