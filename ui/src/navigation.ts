import { createContext, useCallback, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { historyDepth, navigate, presentAddress, presentState } from "@/history";
import { isTab, screenAt, screens, type Title, to } from "@/screens";

/** The address that a screen was opened with. With two panes each has its own. */
export interface Screen {
  pathname: string;
  search: string;
}

export const ScreenContext = createContext<Screen>({ pathname: "/", search: "" });

/**
 * Set around a screen that a pane shows without having been opened: there is no screen to go back to. Going back
 * remounts it instead.
 */
export const DockContext = createContext<{ renew(): void } | null>(null);

export interface Navigation {
  /** Opens a screen. A tab replaces the current one, every other screen is stacked. */
  open(address: string, options?: { replace?: boolean }): void;
  /** Goes back; if the history is shorter than that, opens the home page or `otherwise`. */
  back(steps?: number, otherwise?: string): void;
  /** Continues at an address: by going back if it is right below this screen, else in place of this screen. */
  returnTo(address: string): void;
  /** Opens the login for a visitor, who then continues at `next`: by default the present screen. */
  logIn(next?: string): void;
}

/** Data in each entry of the history: the address of the entry below. */
interface Entry {
  below?: string;
}

const presentEntry = () => (presentState() as Entry | null) ?? {};

export function useNavigation(): Navigation {
  const dock = useContext(DockContext);
  const open = useCallback<Navigation["open"]>((address, options) => {
    const replace = options?.replace ?? isTab(screenAt(address));
    const state: Entry = replace ? presentEntry() : { below: presentAddress() };
    navigate(address, { replace, state });
  }, []);
  const back = useCallback<Navigation["back"]>(
    (steps = 1, otherwise = to("home")) => {
      if (dock) dock.renew();
      else if (historyDepth() >= steps) navigate(-steps);
      else navigate(otherwise, { replace: true });
    },
    [dock],
  );
  const returnTo = useCallback<Navigation["returnTo"]>(
    (address) => {
      if (presentEntry().below === address) navigate(-1);
      else open(address, { replace: true });
    },
    [open],
  );
  const logIn = useCallback<Navigation["logIn"]>(
    (next = presentAddress()) => open(to("login", { back: next })),
    [open],
  );
  return useMemo(() => ({ open, back, returnTo, logIn }), [open, back, returnTo, logIn]);
}

/** The screen in the pane; undefined if its address does not exist. */
export const useScreenName = () => screenAt(useContext(ScreenContext).pathname);

/**
 * The title of the screen, in the customer's language. If `waits` is false it is null until the texts are loaded; else
 * the component suspends until then.
 */
export function useScreenTitle({ waits }: { waits: boolean }): string | null {
  const { search } = useContext(ScreenContext);
  const name = useScreenName();
  const title: Title = name ? screens[name].title : "common:notFound.title";
  const { t, ready } = useTranslation(title.split(":")[0] as "common", { useSuspense: waits });
  if (!ready) return null;
  // An address may lack the name of its subject.
  const replace = { name: "", ...Object.fromEntries(new URLSearchParams(search)) };
  return (t as (key: Title, options: { replace: object }) => string)(title, { replace }).trim();
}
