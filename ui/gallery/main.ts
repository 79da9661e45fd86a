import type { StorybookConfig } from "@storybook/react-vite";

/** Of `vite.config.ts`, what belongs to the app's own page and its server, and to no other. */
const OF_THE_APP = /^(first-screen|vite-plugin-pwa)/;

/** A plugin may be a list of them. */
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
