import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { nonsenseOn } from "./sense";
import type { textsOf } from "./texts";

type Texts = ReturnType<typeof textsOf>;

/** A person at the screen, who finds things by their names, in the person's own language. */
export class Customer {
  readonly page: Page;
  readonly text: Texts;
  /** The errors in the browser; a journey ends without any. */
  readonly faults: string[] = [];

  constructor(page: Page, text: Texts) {
    this.page = page;
    this.text = text;
    page.on("pageerror", (error) => this.faults.push(String(error)));
  }

  /** The screen that was opened last. In a wide window a tab stands beside it. */
  get screen(): Locator {
    return this.page.getByRole("main");
  }

  /** The chosen page, in the middle of a workspace. */
  get center(): Locator {
    return this.page.getByRole("region", { name: this.text("common:workspace.main") });
  }

  /** The window or sheet that lies over everything else. */
  get sheet(): Locator {
    return this.page.getByRole("dialog");
  }

  button(name: string, values?: Record<string, string>, inside = this.screen): Locator {
    return inside.getByRole("button", { name: this.text(name, values), exact: true });
  }

  async press(name: string, values?: Record<string, string>): Promise<void> {
    await this.button(name, values).click();
  }

  async confirm(name: string, values?: Record<string, string>): Promise<void> {
    await this.button(name, values, this.sheet).click();
  }

  async follow(name: string): Promise<void> {
    await this.page
      .getByRole("link", { name: this.text(name) })
      .first()
      .click();
  }

  async choose(name: string): Promise<void> {
    await this.screen.getByRole("radio", { name: this.text(name), exact: true }).click();
  }

  /** A field to type into. A choice among others may have the same name. */
  field(name: string): Locator {
    const typed = this.page.locator("input:not([type=radio])");
    return this.screen.getByLabel(this.text(name), { exact: true }).and(typed);
  }

  async fill(name: string, value: string): Promise<void> {
    await this.field(name).fill(value);
  }

  /** Switches to a tab, stepping back first to where the bar of the tabs is. */
  async tab(name: "home" | "market" | "watchlist" | "trade" | "profile"): Promise<void> {
    const bar = this.page.getByRole("navigation", { name: this.text("common:tab.label") });
    const named = (name: string) => this.page.getByRole("button", { name: this.text(name) });
    // The search screen is left with "Cancel"; every other one with "Back".
    const back = named("common:action.back").or(
      this.page.getByRole("search").locator(named("common:action.cancel")),
    );
    for (let steps = 0; steps < 8; steps += 1) {
      await expect(bar.or(back).first()).toBeVisible();
      if (await bar.isVisible()) break;
      // A step back is complete once the address has changed, not with the press.
      const here = this.page.url();
      await back.click();
      await this.page.waitForURL((url) => url.href !== here);
    }
    await bar.getByRole("link", { name: this.text(`common:tab.${name}`) }).click();
  }

  async sees(name: string, values?: Record<string, string>): Promise<void> {
    await expect(this.screen.getByText(this.text(name, values)).first()).toBeVisible();
  }

  /** The figure beside a label in a list of names and figures. */
  async figure(label: string): Promise<string> {
    const term = this.screen.locator("dt").filter({ hasText: label }).first();
    return read(term.locator("xpath=following-sibling::dd"));
  }

  /** The figures beside every line with that label. */
  async figures(label: string): Promise<string[]> {
    const terms = this.screen.locator("dt").filter({ hasText: label });
    return terms.locator("xpath=following-sibling::dd").allTextContents();
  }

  /** Checks that the texts of the present screen make sense. */
  async canSeeSense(): Promise<void> {
    expect(await nonsenseOn(this.page), this.page.url()).toEqual([]);
  }

  /** Checks that the texts make sense, and that axe finds nothing serious: by all rules in the light, by those of colours
   * in the dark, where nothing else differs. */
  async canUseWhatItSees(): Promise<void> {
    await this.canSeeSense();
    // Without frames on any screen, axe needs no page of its own to gather what it found in each.
    const axe = () => new AxeBuilder({ page: this.page }).setLegacyMode();
    await this.#canUse("dark", axe().withRules(COLOUR_RULES));
    await this.#canUse("light", axe());
  }

  /** axe measures the painted page, so sheets and colours come to rest first. Flashing prices never rest. */
  async #canUse(colorScheme: "dark" | "light", axe: AxeBuilder): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await expect(this.page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await atRest(this.page);
    const { violations } = await axe.analyze();
    const serious = violations.filter(
      ({ impact }) => impact === "serious" || impact === "critical",
    );
    const findings = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
    expect(findings, `${this.page.url()} in the ${colorScheme}`).toEqual([]);
  }

  /** Waits until a live figure has changed. */
  async watch(figure: Locator): Promise<void> {
    const before = await read(figure);
    await expect(figure).not.toHaveText(before);
  }

  /** Waits until a figure that the server pushes has changed: no request is answered meanwhile. */
  async watchPushed(figure: Locator): Promise<void> {
    await expect(figure).toBeVisible();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.page.route("**/*", async (route) => {
      await held;
      await route.continue();
    });
    await this.watch(figure);
    release();
    await this.page.unrouteAll({ behavior: "wait" });
  }
}

/** The rules of axe that read colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Waits until colours have turned and sheets have moved in. */
export const atRest = (page: Page) =>
  page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });

/** The text of a place on the screen. */
export const read = async (place: Locator) => (await place.textContent()) ?? "";
