import { expect, test } from "@playwright/test";
import { open, storiesOf, THEMES } from "./gallery";

/**
 * A radius, a spacing or a mark differs in edges that move, which are few pixels but plain ones; the comparison leaves
 * out soft edges of letters by itself. The sheet of tokens has each radius in ink.
 */
const EDGES = { threshold: 0.03, maxDiffPixels: 30 };
/** A colour differs, be it by a shade, in the areas that it fills. The sheet of tokens has each over 2,000 pixels. */
const FILLS = { threshold: 0.008, maxDiffPixels: 600 };

const AT_REST = { animations: "disabled", caret: "hide", scale: "css" } as const;

for (const theme of THEMES) {
  for (const group of ["Tokens", "Controls", "Figures", "Status", "Lists", "Frame"]) {
    test(`${group} look as they did in the ${theme}`, async ({ page }) => {
      const sheet = (await storiesOf(page, "sheet")).find(({ name }) => name === group);
      if (!sheet) throw new Error(`The gallery has no sheet of ${group}.`);
      await open(page, sheet, theme);
      const root = page.locator("#storybook-root");
      const name = `${group.toLowerCase()}-${theme}.png`;
      await expect(root).toHaveScreenshot(name, { ...AT_REST, ...EDGES });
      expect(await root.screenshot(AT_REST)).toMatchSnapshot(name, FILLS);
    });
  }
}
