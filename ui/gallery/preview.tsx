import type { Decorator, Preview } from "@storybook/react-vite";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { HashRouter } from "@/app/HashRouter";
import { changeLanguage, type Language, languageNames, languages, loadLanguage } from "@/i18n";
import { ScreenContext } from "@/navigation";
import { installPlatform } from "@/test/platform";
import { PaperContext } from "@/ui/PaperBadge";
import { type RiseColor, setRiseColor, setTheme, type Theme } from "@/ui/theme";
import "@/ui/styles.css";

// No story sends requests: components get their data as props.
installPlatform();
const started = loadLanguage();
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });

/** The app around a story, at its address: `parameters.address`. */
const inTheApp: Decorator = (Story, { parameters }) => {
  const [pathname = "/", search = ""] = String(parameters.address ?? "/login").split("?");
  return (
    <QueryClientProvider client={queries}>
      <HashRouter>
        <ScreenContext value={{ pathname, search: search && `?${search}` }}>
          <PaperContext value={true}>
            <Suspense>
              <Story />
            </Suspense>
          </PaperContext>
        </ScreenContext>
      </HashRouter>
    </QueryClientProvider>
  );
};

const items = (titles: Record<string, string>) =>
  Object.entries(titles).map(([value, title]) => ({ value, title }));

/** The three choices of the toolbar, like those in the settings. */
const preview: Preview = {
  parameters: { layout: "padded", backgrounds: { disable: true } },
  globalTypes: {
    theme: {
      toolbar: { title: "Theme", icon: "mirror", items: items({ light: "Light", dark: "Dark" }) },
    },
    language: {
      toolbar: { title: "Language", icon: "globe", items: items(languageNames) },
    },
    rise: {
      toolbar: {
        title: "Rise",
        icon: "graphline",
        items: items({ green: "Green rises", red: "Red rises" }),
      },
    },
  },
  initialGlobals: { theme: "light", language: languages[0], rise: "green" },
  loaders: [
    async ({ globals }) => {
      await started;
      setTheme(globals.theme as Theme);
      setRiseColor(globals.rise as RiseColor);
      await changeLanguage(globals.language as Language);
      await document.fonts.load("16px Inter");
    },
  ],
  decorators: [inTheApp],
};
export default preview;
