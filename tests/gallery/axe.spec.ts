import { expect, test } from "@playwright/test";
import axe from "axe-core";
import { open, show, storiesOf, THEMES } from "./gallery";

/** Rules for whole pages, which do not apply to a part of one. */
const OF_PAGES = ["landmark-one-main", "page-has-heading-one", "region"];

/** The findings on the page at rest: a sheet has slid in, nothing pulses. */
async function findings(): Promise<string[]> {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) {
      animation.cancel();
    } else animation.finish();
  }
  const { axe, pageRules } = window as unknown as {
    axe: typeof import("axe-core");
    pageRules: string[];
  };
  const rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document, { rules, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

for (const theme of THEMES) {
  test(`everybody can use every component in the ${theme}`, async ({ page }) => {
    const stories = await storiesOf(page, "component");
    const [first] = stories;
    if (!first) throw new Error("The gallery is empty.");
    await open(page, first, theme);
    await page.addScriptTag({ content: axe.source });
    await page.evaluate((rules) => Object.assign(window, { pageRules: rules }), OF_PAGES);
    const found: Record<string, string[]> = {};
    for (const story of stories) {
      if (story !== first) await show(page, story);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      const wrong = await page.evaluate(findings);
      if (wrong.length > 0) found[`${story.title}, ${story.name}`] = wrong;
    }
    expect(found).toEqual({});
  });
}
