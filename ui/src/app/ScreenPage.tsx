import { type ComponentType, lazy, useContext } from "react";
import HomePage from "@/home/HomePage";
import { ScreenContext, useScreenName } from "@/navigation";
import { type Place, places, type ScreenName, screens, WITH_APP } from "@/screens";
import { RequireSession } from "./RequireSession";

const NotFoundPage = lazy(() => import("./NotFoundPage"));

type Load = () => Promise<{ default: ComponentType<never> }>;

/** A page with the values of its address as props, which loads when it is first opened. */
function load(page: Load, query: (typeof screens)[ScreenName]["query"]): ComponentType {
  return lazy(async () => {
    const [module, schema] = await Promise.all([page(), query?.()]);
    // The table holds that a page takes as props what its query gives.
    const Page = module.default as ComponentType<object>;
    if (!schema) return { default: Page };
    // biome-ignore lint/correctness/noComponentHookFactories: each is made once, when its screen is first opened
    const PageOfAddress = () => {
      const { search } = useContext(ScreenContext);
      const { data } = schema.safeParse(Object.fromEntries(new URLSearchParams(search)));
      return data ? <Page {...data} /> : <NotFoundPage />;
    };
    return { default: PageOfAddress };
  });
}

const pages = new Map<string, ComponentType>();
for (const name of Object.keys(screens) as ScreenName[]) {
  const { page, query, panes } = screens[name];
  pages.set(name, page === WITH_APP ? HomePage : load(page, query));
  for (const place of panes ? places : []) {
    const pane = panes?.[place];
    if (pane) pages.set(`${name} ${place}`, load(pane, query));
  }
}

/**
 * The page at the pane's address, for those who may see it; another says that the address does not exist. `place` asks
 * for what a tab has for this pane of a workspace.
 */
export function ScreenPage({ place }: { place?: Place }) {
  const name = useScreenName();
  const Page = pages.get(`${name} ${place}`) ?? (name && pages.get(name)) ?? NotFoundPage;
  if (!name || screens[name].who === "anyone") return <Page />;
  return (
    <RequireSession>
      <Page />
    </RequireSession>
  );
}
