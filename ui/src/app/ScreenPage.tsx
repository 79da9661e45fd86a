import { type ComponentType, lazy, useContext } from "react";
import HomePage from "@/home/HomePage";
import { ScreenContext, useScreenName } from "@/navigation";
import { type Place, type ScreenName, screens } from "@/screens";
import { RequireSession } from "@/ui/RequireSession";

const NotFoundPage = lazy(() => import("./NotFoundPage"));

type Queries = typeof import("@/screenQueries");
type Schema = Queries[NonNullable<(typeof screens)[ScreenName]["query"]>];

/** A page that gets the values of its address as props. */
function ofAddress(Page: ComponentType<object>, schema: Schema): ComponentType {
  return () => {
    const { search } = useContext(ScreenContext);
    const { data } = schema.safeParse(Object.fromEntries(new URLSearchParams(search)));
    return data ? <Page {...data} /> : <NotFoundPage />;
  };
}

/** The component of a screen, or of a tab's pane. It loads when first opened. */
function load(name: ScreenName, place?: Place): ComponentType {
  return lazy(async (): Promise<{ default: ComponentType }> => {
    const { pages, WITH_APP } = await import("./pages");
    const { page, panes } = pages[name];
    const drawn = (place && panes?.[place]) ?? page;
    if (drawn === WITH_APP) return { default: HomePage };
    const { query } = screens[name];
    const asked = query && import("@/screenQueries").then((queries): Schema => queries[query]);
    const [module, schema] = await Promise.all([drawn(), asked]);
    // The type of `pages` ensures that a page's props are those of its query.
    const Page = module.default as ComponentType<object>;
    return { default: schema ? ofAddress(Page, schema) : Page };
  });
}

/** The pages opened so far: each is created once. */
const opened = new Map<string, ComponentType>([["home", HomePage]]);

function pageOf(name: ScreenName, place?: Place): ComponentType {
  const key = place ? `${name} ${place}` : name;
  const page = opened.get(key) ?? load(name, place);
  opened.set(key, page);
  return page;
}

/**
 * The page at the pane's address, for those who may see it, or the page for unknown addresses. `place` selects a tab's
 * content for this pane of a workspace.
 */
export function ScreenPage({ place }: { place?: Place }) {
  const name = useScreenName();
  const Page = name ? pageOf(name, place) : NotFoundPage;
  if (!name || screens[name].who === "anyone") return <Page />;
  return (
    <RequireSession>
      <Page />
    </RequireSession>
  );
}
