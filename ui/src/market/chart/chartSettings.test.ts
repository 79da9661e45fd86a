// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { platform } from "@/platform";
import { installPlatform } from "@/test/platform";
import { fitting, readChartSettings, shownOf, toggled, useChartSettings } from "./chartSettings";

beforeEach(() => {
  installPlatform();
});

const usual = { style: "candles", period: "1D", over: ["MA"], below: ["VOL"] };

describe("how a customer likes charts", () => {
  it("is kept by the device", () => {
    const { result } = renderHook(() => useChartSettings("usStock"));
    expect(result.current.settings).toEqual(usual);
    act(() => result.current.change({ style: "line", below: ["RSI", "MACD"] }));
    const again = { style: "line", period: "1D", over: ["MA"], below: ["RSI", "MACD"] };
    expect(result.current.settings).toEqual(again);
    expect(readChartSettings("usStock")).toEqual(again);
  });

  it("is one choice of period and style for each class, and one of indicators for all", () => {
    const stocks = renderHook(() => useChartSettings("usStock")).result;
    act(() => stocks.current.change({ period: "5m" }));
    const coins = renderHook(() => useChartSettings("crypto")).result;
    expect(coins.current.settings).toEqual(usual);
    act(() => coins.current.change({ period: "1W", style: "area", over: ["BOLL"] }));
    expect(readChartSettings("usStock")).toEqual({ ...usual, period: "5m", over: ["BOLL"] });
    expect(readChartSettings("crypto")).toEqual({
      ...usual,
      ...{ period: "1W", style: "area", over: ["BOLL"] },
    });
    expect(readChartSettings("forex").period).toBe("1D");
  });

  it("goes on with the style that was kept for all classes", () => {
    platform.storage.set("chart", '{"style":"line"}');
    expect(readChartSettings("forex").style).toBe("line");
  });

  it.each([
    ["nothing", "{}", { style: "candles", over: ["MA"], below: ["VOL"] }],
    ["no object", "null", { style: "candles", over: ["MA"], below: ["VOL"] }],
    ["no JSON", "{", { style: "candles", over: ["MA"], below: ["VOL"] }],
    [
      "what is not known",
      '{"style":"bars","over":["SAR","BOLL"],"below":["OBV","KDJ","KDJ",7],"classes":{"usStock":{"period":"2D"}}}',
      { style: "candles", over: ["BOLL"], below: ["KDJ"] },
    ],
    ["none", '{"over":[],"below":[]}', { style: "candles", over: [], below: [] }],
  ])("is the usual where %s is kept", (_what, kept, expected) => {
    platform.storage.set("chart", kept);
    expect(readChartSettings("usStock")).toEqual({ period: "1D", ...expected });
  });
});

describe("the panes beneath", () => {
  it("are those that were chosen last, in their order", () => {
    expect(fitting(["KDJ", "MACD", "VOL"], 2)).toEqual(["VOL", "MACD"]);
    expect(fitting(["KDJ", "MACD", "VOL"], 5)).toEqual(["VOL", "MACD", "KDJ"]);
  });

  it("make room for another one", () => {
    expect(toggled(["VOL", "MACD"], "KDJ", 2)).toEqual(["MACD", "KDJ"]);
    expect(toggled(["VOL", "MACD"], "KDJ", 5)).toEqual(["VOL", "MACD", "KDJ"]);
    expect(toggled(["VOL", "MACD"], "VOL", 2)).toEqual(["MACD"]);
    // A chosen pane that did not fit: pressing it shows it.
    expect(toggled(["VOL", "MACD", "KDJ"], "VOL", 2)).toEqual(["KDJ", "VOL"]);
  });
});

it("draws the day's course as a line with nothing over it", () => {
  const look = { style: "candles", over: ["MA"], below: ["VOL"] } as const;
  const settings = { ...look, period: "intraday" } as const;
  expect(shownOf(settings, 2)).toEqual({ style: "area", over: [], below: ["VOL"] });
  expect(shownOf({ ...settings, style: "line" }, 2).style).toBe("line");
  expect(shownOf({ ...look, period: "1m" }, 2)).toEqual(look);
});
