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
}

export function useNavigation(): Navigation {
  const navigate = useNavigate();
  const open = useCallback<Navigation["open"]>(
    (address, options) => {
      const isTabAddress = isTab(routeAt(address.split("?")[0] ?? ""));
      navigate(address, { replace: options?.replace ?? isTabAddress });
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
  return useMemo(() => ({ open, back }), [open, back]);
}

/** The query values of the current screen as text. What an address lacks is undefined. */
export function useQueryOf<R extends RouteName>(_route: R): { [K in keyof QueryOf<R>]?: string } {
  const { search } = useContext(ScreenContext);
  return useMemo(
    () => Object.fromEntries(new URLSearchParams(search)) as { [K in keyof QueryOf<R>]?: string },
    [search],
  );
}
