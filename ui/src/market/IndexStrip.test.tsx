import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument } from "@/test/wire";
import { IndexStrip } from "./IndexStrip";

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

it("takes no room where none is known", async () => {
  installPlatform().answer = () =>
    envelope(200, { list: [], page: { pageNum: 1, pageSize: 50, total: 0 } });
  await renderScreen(<IndexStrip />, "/");
  await expect.poll(() => screen.queryByRole("region")).toBeNull();
});
