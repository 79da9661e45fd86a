import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";

import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument } from "@/test/wire";
import { toasts } from "@/ui/toast";

import SearchPage from "./SearchPage";

const paged = (list: unknown[]) =>
  envelope(200, { list, page: { pageNum: 1, pageSize: 50, total: list.length } });

/** The server's results for each keyword, in its order. An unlisted keyword gets no answer. */
const FOUND: Record<string, string[]> = {
  fo: ["FOXA", "F"],
  f: ["META", "F", "FOXA"],
  apple: ["AAPL", "APLE"],
  nothing: [],
  es: ["ESZ26", "ES"],
};
/** The markets of the searches, "" for all. */
let asked: string[];
/** Releases the answer to a keyword. */
let release: Record<string, () => void>;
/** The basis of the server's trending list. */
let basis = "opened";

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/market/trending") {
    return envelope(200, {
      basis,
      list: [wireInstrument({ stock_code: "KO", name: "Coca-Cola" })],
    });
  }
  if (pathname !== "/quotes/getStock") return paged([]);
  const keyword = searchParams.get("keyword") ?? "";
  asked.push(searchParams.get("market") ?? "");
  await new Promise<void>((resolve) => {
    release[keyword] = resolve;
  });
  const found = FOUND[keyword.toLowerCase()];
  if (!found) throw new TypeError("Failed to fetch");
  const ofFuture = { source: 3, market: "Future" } as const;
  return paged(
    found.map((code) =>
      wireInstrument({ stock_code: code, id: code, ...(code === "ESZ26" ? ofFuture : {}) }),
    ),
  );
}

const opened = () => new URLSearchParams(window.location.hash.split("?")[1]).get("code");
const box = () => screen.getByRole("searchbox");
const answered = async (keyword: string) => {
  await waitFor(() => expect(release[keyword]).toBeDefined());
  release[keyword]?.();
};

beforeEach(async () => {
  release = {};
  asked = [];
  toasts.set([]);
  installPlatform().answer = answer;
  await renderScreen(<SearchPage />, to("search"));
});

describe("Enter", () => {
  it("waits for the answer to what is typed, and opens the instrument of that symbol", async () => {
    await userEvent.type(box(), "f{Enter}");
    expect(opened()).toBeNull();
    await answered("f");
    await waitFor(() => expect(opened()).toBe("F"));
  });

  it("opens the first that was found where no symbol is the keyword", async () => {
    await userEvent.type(box(), "apple{Enter}");
    await answered("apple");
    await waitFor(() => expect(opened()).toBe("AAPL"));
  });

  it("opens the month of a future that stands first, and not the share of that code", async () => {
    await userEvent.type(box(), "es{Enter}");
    await answered("es");
    await waitFor(() => expect(opened()).toBe("ESZ26"));
  });

  it("does not open what an earlier keyword found", async () => {
    await userEvent.type(box(), "fo");
    await answered("fo");
    expect(await screen.findByText(/FOXA/)).toBeVisible();
    await userEvent.clear(box());
    await userEvent.type(box(), "apple{Enter}");
    expect(opened()).toBeNull();
    await answered("apple");
    await waitFor(() => expect(opened()).toBe("AAPL"));
  });

  it("opens nothing where nothing was found, and says why where there was no answer", async () => {
    await userEvent.type(box(), "nothing{Enter}");
    await answered("nothing");
    expect(await screen.findByText(/nothing/)).toBeVisible();
    await userEvent.clear(box());
    await userEvent.type(box(), "gone{Enter}");
    await answered("gone");
    await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(["Network error"]));
    expect(opened()).toBeNull();
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    "that belongs to an input method is left to it: %o",
    async (composing) => {
      await userEvent.type(box(), "f");
      // A prevented key does not submit a form.
      expect(fireEvent.keyDown(box(), { key: "Enter", ...composing })).toBe(false);
      expect(fireEvent.keyDown(box(), { key: "Enter" })).toBe(true);
    },
  );
});

it("shows before anything is typed what customers look at, and says what that is", async () => {
  expect(await screen.findByRole("heading", { name: "Trending among customers" })).toBeVisible();
  expect(await screen.findByText("Coca-Cola")).toBeVisible();
  cleanup();
  basis = "traded";
  await renderScreen(<SearchPage />, to("search"));
  expect(await screen.findByRole("heading", { name: "Most traded" })).toBeVisible();
});

it("narrows what was found to one class", async () => {
  await userEvent.type(box(), "apple");
  await answered("apple");
  expect(await screen.findByText(/APLE/)).toBeVisible();
  expect(asked).toEqual([""]);
  await userEvent.click(screen.getByRole("radio", { name: "Hong Kong stocks" }));
  await waitFor(() => expect(asked).toEqual(["", "HK"]));
});

it("has a star on each row that it finds, and drops what HKEX says already", async () => {
  cleanup();
  installPlatform().answer = (request) =>
    paged(
      request.url.includes("getStock")
        ? [wireInstrument({ stock_code: "00700", market: "HK", exchange: "HKEX", currency: "HKD" })]
        : [],
    );
  await renderScreen(<SearchPage />, to("search"));
  await userEvent.type(await screen.findByRole("searchbox"), "700");
  expect(await screen.findByRole("button", { name: "Watch Apple" })).toBeVisible();
  expect(screen.getByText("00700 · HKEX")).toBeVisible();
  expect(screen.queryByRole("img")).toBeNull();
});
