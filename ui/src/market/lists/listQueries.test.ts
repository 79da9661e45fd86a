// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import type { Wanted } from "@/choices/lists";
import { installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { wireInstrument } from "@/test/wire";
import { popular } from "../queries";
import { instrumentList, wholeList } from "./listQueries";

let asked: string[];

beforeEach(() => {
  asked = [];
  installPlatform().answer = ({ url }) => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    const page = { pageNum: 1, pageSize: 100, total: 1 };
    return envelope(200, { list: [wireInstrument()], page });
  };
});

const lists: [wanted: Wanted, query: string][] = [
  [{ assets: "usStock", type: "all", part: "NYSE" }, "market=UsStock&exchange=NYSE"],
  [{ assets: "hkStock", type: "losers", part: "" }, "market=HK&classify=&type=losers"],
  [
    {
      ...{ assets: "forex", type: "all", part: "major" },
      order: { by: "amplitude", descending: false },
    },
    "market=Forex&classify=major&sort=amplitude&order=asc",
  ],
  [{ assets: "index", type: "gainers", part: "asia" }, "market=Index&classify=asia&type=gainers"],
  [{ assets: "future", type: "all", part: "energy" }, "market=Future&classify=energy"],
  [{ assets: "agricultural", type: "all", part: "" }, "market=Future&classify=agricultural"],
];

it.each(lists)(
  "asks for %j by the one call of lists, page by page or whole",
  async (wanted, query) => {
    const client = new QueryClient();
    const { pages } = await client.fetchInfiniteQuery(instrumentList(wanted));
    expect(pages[0]?.rows).toMatchObject([{ symbol: "AAPL" }]);
    expect(await client.fetchQuery(wholeList(wanted))).toHaveLength(1);
    expect(asked).toEqual([
      `/market/list?${query}&pageNum=1&pageSize=100`,
      `/market/list/whole?${query}`,
    ]);
  },
);

it("asks for coins by the call that says what their closes say", async () => {
  const coins: Wanted = { assets: "crypto", type: "actives", part: "defi" };
  await new QueryClient().fetchQuery(wholeList(coins));
  expect(asked).toEqual([
    "/crypto/quantify_page?classify=defi&type=actives&pageNum=1&pageSize=100",
  ]);
});

it("asks for what is popular by the same call", async () => {
  await new QueryClient().fetchQuery(popular(8));
  expect(asked).toEqual(["/market/list?market=UsStock&type=actives&pageSize=8"]);
});
