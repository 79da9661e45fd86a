import type { StorybookConfig } from "@storybook/react-vite";

/** The plugins of `vite.config.ts` that are only for the app's own page and server. */
const OF_THE_APP = /^(first-screen|vite-plugin-pwa)/;

/** A plugin may be a list of plugins. */
const withoutTheApps = (plugins: unknown): unknown =>
  Array.isArray(plugins)
    ? plugins.map(withoutTheApps)
    : OF_THE_APP.test((plugins as { name?: string } | null)?.name ?? "")
      ? false
      : plugins;

/** The gallery: every component in its states. `npm run gallery` opens it (CONTRIBUTING.md). */
const config: StorybookConfig = {
  framework: "@storybook/react-vite",
  stories: ["../src/**/*.stories.tsx", "./*.stories.tsx"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  viteFinal: (vite) => ({
    ...vite,
    plugins: withoutTheApps(vite.plugins) as typeof vite.plugins,
    server: { ...vite.server, proxy: undefined },
    build: {
      ...vite.build,
      manifest: false,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {},
      chunkSizeWarningLimit: 4000,
    },
  }),
};
export default config;
