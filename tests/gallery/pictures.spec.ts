import { expect, test } from "@playwright/test";
import { open, storiesOf, THEMES } from "./gallery";

/**
 * A token's colour differs in the areas that it fills, a radius or a spacing in edges that move. Letters differ from
 * machine to machine in their soft edges, which the comparison leaves out.
 */
const SAME = { threshold: 0.03, maxDiffPixels: 60, animations: "disabled", scale: "css" } as const;

for (const theme of THEMES) {
  for (const group of ["Controls", "Figures", "Status", "Lists", "Frame"]) {
    test(`${group} look as they did in the ${theme}`, async ({ page }) => {
      const sheet = (await storiesOf(page, "sheet")).find(({ name }) => name === group);
      if (!sheet) throw new Error(`The gallery has no sheet of ${group}.`);
      await open(page, sheet, theme);
      const name = `${group.toLowerCase()}-${theme}.png`;
      await expect(page.locator("#storybook-root")).toHaveScreenshot(name, SAME);
    });
  }
}
