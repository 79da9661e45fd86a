import type { StorybookConfig } from "@storybook/react-vite";

/** Of `vite.config.ts`, what belongs to the app's own page and its server, and to no other. */
const OF_THE_APP = ["write-unstarted", "preload-first-route"];

const nameOf = (plugin: unknown) => (plugin as { name?: string } | null)?.name ?? "";

/** The gallery: every component in its states. `npm run gallery` opens it (CONTRIBUTING.md). */
const config: StorybookConfig = {
  framework: "@storybook/react-vite",
  stories: ["../src/**/*.stories.tsx", "./*.stories.tsx"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  viteFinal: (vite) => ({
    ...vite,
    plugins: vite.plugins?.filter((plugin) => !OF_THE_APP.includes(nameOf(plugin))),
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
