import type { Page } from "@playwright/test";

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

interface Story {
  id: string;
  title: string;
  name: string;
  tags: string[];
}

/** All stories of the built gallery: those of components, or the sheets that show them together. */
export async function storiesOf(page: Page, kind: "component" | "sheet"): Promise<Story[]> {
  const { entries } = await (await page.request.get("/index.json")).json();
  return (Object.values(entries) as Story[]).filter(
    ({ tags }) => tags.includes("sheet") === (kind === "sheet"),
  );
}

interface Channel {
  emit: (event: string, value: unknown) => void;
  once: (event: string, listener: () => void) => void;
}

/** Opens the frame of a story. `show` can put others in its place, which is many times as fast. */
export async function open(page: Page, story: Story, theme: Theme): Promise<void> {
  await page.goto(`/iframe.html?id=${story.id}&viewMode=story&globals=theme:${theme}`);
  await page.waitForSelector("body.sb-show-main #storybook-root > *");
  await page.evaluate(() => document.fonts.ready);
}

/** Puts another story into the frame, and reports a failure to draw it. */
export async function show(page: Page, story: Story): Promise<void> {
  const failure = await page.evaluate((storyId) => {
    const channel = (window as unknown as { __STORYBOOK_ADDONS_CHANNEL__: Channel })
      .__STORYBOOK_ADDONS_CHANNEL__;
    return new Promise<string | null>((done) => {
      for (const event of ["storyThrewException", "storyErrored", "storyMissing"]) {
        channel.once(event, () => done(event));
      }
      channel.once("storyRendered", () => done(null));
      channel.emit("setCurrentStory", { storyId, viewMode: "story" });
    });
  }, story.id);
  if (failure) throw new Error(`${story.title}, ${story.name}: ${failure}`);
}
