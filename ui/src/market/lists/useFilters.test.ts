import { expect, it } from "vitest";
import { listAddress, ofAssets, wantedOf } from "./useFilters";

it("has an address for each list, and the shortest for US stocks", () => {
  expect(listAddress({ assets: "usStock", type: "all", part: "" })).toBe("/pages/market/index");
  expect(listAddress({ assets: "usStock", type: "losers", part: "NYSE" })).toBe(
    "/pages/market/index?list=losers&exchange=NYSE",
  );
  expect(listAddress({ assets: "forex", type: "all", part: "major" })).toBe(
    "/pages/market/index?assets=forex&pairs=major",
  );
  expect(listAddress({ assets: "future", type: "actives", part: "energy" })).toBe(
    "/pages/market/index?assets=future&list=actives&part=energy",
  );
});

it("reads of an address what its assets have", () => {
  const asked = { list: undefined, exchange: "NYSE", pairs: "minor", part: "energy" } as const;
  expect(wantedOf({ ...asked, assets: "forex" }).part).toBe("minor");
  expect(wantedOf({ ...asked, assets: "hkStock" }).part).toBe("");
  expect(wantedOf({ ...asked, assets: "future" }).part).toBe("energy");
  expect(wantedOf({ ...asked, assets: "index" }).part).toBe("");
  expect(wantedOf({ ...asked, assets: "usStock" })).toEqual({
    assets: "usStock",
    type: "all",
    part: "NYSE",
  });
});

it("keeps the order and leaves the part when other assets are asked for", () => {
  expect(ofAssets({ assets: "usStock", type: "gainers", part: "NYSE" }, "forex")).toEqual({
    assets: "forex",
    type: "gainers",
    part: "",
  });
});

it("has the column in the address, and leaves it when other assets are asked for", () => {
  const order = { by: "turnover", descending: true } as const;
  const address = listAddress({ assets: "hkStock", type: "all", part: "", order });
  expect(address).toContain("sort=turnover&order=desc");
  const asked = { list: undefined, exchange: "", pairs: "", part: "" } as const;
  const sorted = { ...asked, sort: "turnover", order: "desc" } as const;
  expect(wantedOf({ ...sorted, assets: "hkStock" }).order).toEqual(order);
  expect(ofAssets(wantedOf({ ...sorted, assets: "hkStock" }), "index").order).toBeUndefined();
  expect(wantedOf({ ...sorted, order: undefined, assets: "crypto" }).order?.descending).toBe(false);
});
