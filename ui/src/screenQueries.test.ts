import { expect, it } from "vitest";
import * as queries from "./screenQueries";
import { to } from "./screens";

const schemas = { ...queries };
/** The offer filter of an address without one. */
const noOffer = { status: "open", market: "" };

const read = (query: keyof typeof schemas, search: string) =>
  schemas[query].safeParse(Object.fromEntries(new URLSearchParams(search))).data;

it.each([
  [
    "instrument",
    "code=BRK.B&name=A+%26+B&source=0&market=HK",
    { code: "BRK.B", name: "A & B", source: 0, market: "HK" },
  ],
  // An invalid optional value counts as absent.
  ["instrument", "code=AAPL&source=x&market=", { code: "AAPL", name: "" }],
  ["instrument", "code=AAPL&source=4&other=1", { code: "AAPL", name: "" }],
  ["close", "code=AAPL&id=5", { code: "AAPL", name: "", id: "5" }],
  ["ticket", "code=AAPL&direction=1", { code: "AAPL", name: "", direction: 1 }],
  ["ticket", "code=AAPL", { code: "AAPL", name: "", direction: 0 }],
  ["ticket", "code=AAPL&direction=7", { code: "AAPL", name: "", direction: 0 }],
  ["ticket", "code=AAPL&direction=sell", { code: "AAPL", name: "", direction: 0 }],
  ["deposit", "currency=EUR&amount=12.50", { currency: "EUR", amount: "12.50" }],
  ["deposit", "currency=&amount=-1e5", {}],
  ["tradeDetail", "id=1&type=receipt", { id: "1", type: "receipt", name: "" }],
  [
    "tradeDetail",
    "id=1&type=holding&code=AAPL",
    { id: "1", type: "holding", code: "AAPL", name: "" },
  ],
  [
    "list",
    "offer=auctions&market=HK&status=listed",
    {
      ...{ assets: "usStock", exchange: "", pairs: "", part: "" },
      ...{ offer: "auctions", status: "listed", market: "HK" },
    },
  ],
  ["list", "offer=toString", { assets: "usStock", exchange: "", pairs: "", ...noOffer, part: "" }],
  ["list", "", { assets: "usStock", exchange: "", pairs: "", ...noOffer, part: "" }],
  [
    "list",
    "list=losers&exchange=NYSE",
    { assets: "usStock", list: "losers", exchange: "NYSE", pairs: "", ...noOffer, part: "" },
  ],
  [
    "list",
    "list=constructor&exchange=MOON&assets=toString",
    { assets: "usStock", exchange: "", pairs: "", ...noOffer, part: "" },
  ],
  [
    "list",
    "assets=forex&pairs=major",
    { assets: "forex", exchange: "", pairs: "major", ...noOffer, part: "" },
  ],
  [
    "list",
    "assets=future&part=metal",
    { assets: "future", exchange: "", pairs: "", ...noOffer, part: "metal" },
  ],
  [
    "classList",
    "list=actives&part=asia",
    { list: "actives", exchange: "", pairs: "", part: "asia" },
  ],
  ["classList", "pairs=none&part=major", { exchange: "", pairs: "", part: "" }],
  ["instrument", "code=SPX&source=99", { code: "SPX", name: "", source: 99 }],
  ["trade", "tab=2", { tab: 2, period: "month" }],
  ["trade", "tab=9", { tab: 0, period: "month" }],
  ["trade", "", { tab: 0, period: "month" }],
  ["wayIn", "back=/pages/market/index", { back: "/pages/market/index" }],
  ["register", "", { inviteCode: "" }],
  ["bill", "walletType=STOCK", { walletType: "STOCK", period: "all" }],
  ["bill", "walletType=__proto__&group=toString&flow=up", { period: "all" }],
  [
    "bill",
    "group=fee&flow=in&period=days&from=2026-11-01&to=x",
    { group: "fee", flow: "in", period: "days", from: "2026-11-01" },
  ],
  ["transfer", "from=STOCK&to=nowhere", { from: "STOCK" }],
  ["payout", "id=7", { id: "7" }],
  ["payout", "id=", {}],
] as const)("%s reads %j as %j", (query, search, expected) => {
  const values = read(query, search);
  // Absent values may be present as undefined.
  expect(JSON.parse(JSON.stringify(values))).toEqual(expected);
});

it.each([
  ["instrument", ""],
  ["instrument", "code=&name=Apple"],
  ["close", "id=5"],
  ["ticket", "direction=1"],
  ["tradeDetail", "id=1"],
  ["tradeDetail", "id=1&type=holding"],
  ["tradeDetail", "type=receipt"],
  ["tradeDetail", "id=1&type=constructor&code=AAPL"],
] as const)("%s cannot do with %j", (query, search) => {
  expect(read(query, search)).toBeUndefined();
});

it("reads what a link carries", () => {
  const link = { code: "0700", name: "騰訊", source: 0, market: "HK", direction: 1 } as const;
  expect(read("ticket", to("payStock", link).split("?")[1] ?? "")).toEqual(link);
});
