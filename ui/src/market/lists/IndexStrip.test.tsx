import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument } from "@/test/wire";
import { IndexStrip } from "./IndexStrip";
import { MarketStrip } from "./MarketStrip";

const index = (stock_code: string, name: string) =>
  wireInstrument({ id: stock_code, stock_code, name, market: "Index", source: 99 });

it("has the best-known indices in their order, and opens each", async () => {
  const list = [index("HSI", "Hang Seng"), index("MXX", "S&P/BMV IPC"), index("SPX", "S&P 500")];
  installPlatform().answer = () =>
    envelope(200, { list, page: { pageNum: 1, pageSize: 50, total: 3 } });
  await renderScreen(<IndexStrip />, "/");
  const tiles = await screen.findAllByRole("link");
  expect(tiles.map((tile) => tile.getAttribute("href"))).toEqual([
    expect.stringContaining("/pages/quote/globalindex?code=SPX"),
    expect.stringContaining("/pages/quote/globalindex?code=HSI"),
  ]);
});

const addresses = async () =>
  (await screen.findAllByRole("link")).map((tile) => tile.getAttribute("href")?.split("code=")[1]);

it("begins over a list of Hong Kong with its indices", async () => {
  const list = ["SPX", "HSI", "HSTECH", "HSCEI"].map((code) => index(code, code));
  installPlatform().answer = () =>
    envelope(200, { list, page: { pageNum: 1, pageSize: 50, total: 4 } });
  await renderScreen(<MarketStrip assets="hkStock" />, "/");
  expect(await addresses()).toEqual(
    ["HSI", "HSTECH", "HSCEI", "SPX"].map((code) => expect.stringMatching(`^${code}&`)),
  );
});

it.each(["crypto", "forex", "index"] as const)(
  "does not stand over a list of %s",
  async (assets) => {
    const host = installPlatform();
    const answer = vi.fn(() => envelope(200, { list: [], page: {} }));
    host.answer = answer;
    await renderScreen(<MarketStrip assets={assets} />, "/");
    expect(screen.queryByRole("region")).toBeNull();
    expect(answer).not.toHaveBeenCalled();
  },
);

it("takes no room where none is known", async () => {
  installPlatform().answer = () =>
    envelope(200, { list: [], page: { pageNum: 1, pageSize: 50, total: 0 } });
  await renderScreen(<IndexStrip />, "/");
  await expect.poll(() => screen.queryByRole("region")).toBeNull();
});
