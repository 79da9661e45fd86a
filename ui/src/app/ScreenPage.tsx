import { type ComponentType, lazy, useContext } from "react";
import HomePage from "@/home/HomePage";
import { ScreenContext, useScreenName } from "@/navigation";
import { type ScreenName, screens, WITH_APP } from "@/screens";
import { RequireSession } from "./RequireSession";

const NotFoundPage = lazy(() => import("./NotFoundPage"));

/** A screen's page with the values of its address as props, which loads when it is first opened. */
function load(name: ScreenName): ComponentType {
  const { page, query } = screens[name];
  if (page === WITH_APP) return HomePage;
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

const pages = new Map((Object.keys(screens) as ScreenName[]).map((name) => [name, load(name)]));

/** The page at the pane's address, for those who may see it; another says that the address does not exist. */
export function ScreenPage() {
  const name = useScreenName();
  const Page = (name && pages.get(name)) ?? NotFoundPage;
  if (!name || screens[name].who === "anyone") return <Page />;
  return (
    <RequireSession>
      <Page />
    </RequireSession>
  );
}
