import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument } from "@/test/wire";

const PAGE_SIZE = 100;
let asked: number[];
let refuses: boolean;

const page = (pageNum: number) =>
  Array.from({ length: PAGE_SIZE }, (_, index) => {
    const code = `C${pageNum}N${index}`;
    return wireInstrument({ id: code, stock_code: code, name: code });
  });

beforeEach(() => {
  asked = [];
  refuses = true;
  // jsdom has no layout. In a window as high as a whole page of the list, every row is near its end.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(PAGE_SIZE * 60);
  installPlatform().answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isListed = pathname === "/market/list" && searchParams.get("market") === "UsStock";
    if (!isListed) return envelope(404, { error: "url_unknown" });
    const pageNum = Number(searchParams.get("pageNum"));
    asked.push(pageNum);
    // Long enough that the page is drawn while it waits, as with a network.
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (pageNum > 1 && refuses) return envelope(503, { error: "overloaded" }, "Busy. Try again.");
    const list = page(pageNum);
    return envelope(200, { list, page: { pageNum, pageSize: PAGE_SIZE, total: 150 } });
  };
});

/** Pulls the page down until its list is refetched. */
function pull(page: HTMLElement): void {
  const scroller = page.querySelector(".overflow-y-auto") as HTMLElement;
  fireEvent.touchStart(scroller, { touches: [{ clientX: 9, clientY: 0 }] });
  fireEvent.touchMove(scroller, { touches: [{ clientX: 9, clientY: 200 }] });
  fireEvent.touchEnd(scroller);
}

/** Waits for everything under way and its consequences. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  }
}

it("asks for a page that was refused again when the customer does, and not by itself", async () => {
  await renderScreen(<ScreenPage />, to("market"));
  expect(await screen.findByText("Busy. Try again.")).toBeVisible();
  expect(screen.getByText("C1N0")).toBeVisible();
  await quiet();
  expect(asked).toEqual([1, 2]);
  // Neither redrawing the page nor a refresh requests the refused page.
  await userEvent.click(screen.getByRole("heading"));
  pull(screen.getByRole("main"));
  await waitFor(() => expect(asked).toEqual([1, 2, 1]));
  expect(await screen.findByRole("alert")).toBeVisible();
  await quiet();
  expect(asked).toEqual([1, 2, 1]);
  refuses = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(asked).toEqual([1, 2, 1, 2]));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
