import { act, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { ScreenContext } from "@/navigation";
import { Page } from "./Page";

/** Draws a page at an entry of the history, as the router does, and returns its scrolling part. */
function draw(entry: string, pathname: string) {
  window.history.replaceState({ key: entry }, "");
  const { container, unmount } = render(
    <ScreenContext value={{ pathname, search: "" }}>
      <Page>
        <p>Rows</p>
      </Page>
    </ScreenContext>,
  );
  const scroll = container.querySelector<HTMLElement>("main > div");
  if (!scroll) throw new Error("the page has no part that scrolls");
  return { scroll, unmount };
}

it("is where it was for whoever steps back, and begins at its top for whoever opens it", () => {
  const list = draw("a", "/list");
  list.scroll.scrollTop = 640;
  act(() => void list.scroll.dispatchEvent(new Event("scroll")));
  list.unmount();
  const detail = draw("b", "/detail");
  expect(detail.scroll.scrollTop).toBe(0);
  detail.unmount();
  const back = draw("a", "/list");
  expect(back.scroll.scrollTop).toBe(640);
  back.unmount();
  expect(draw("c", "/list").scroll.scrollTop).toBe(0);
});
