import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { platform } from "@/platform";
import { installPlatform } from "@/test/platform";
import { fitting, readChartSettings, shownOf, toggled, useChartSettings } from "./chartSettings";

beforeEach(() => {
  installPlatform();
});

describe("how a customer likes charts", () => {
  it("is kept by the device", () => {
    const { result } = renderHook(useChartSettings);
    expect(result.current.settings).toEqual({ style: "candles", over: ["MA"], below: ["VOL"] });
    act(() => result.current.change({ style: "line", below: ["RSI", "MACD"] }));
    const again = { style: "line", over: ["MA"], below: ["RSI", "MACD"] };
    expect(result.current.settings).toEqual(again);
    expect(readChartSettings()).toEqual(again);
  });

  it.each([
    ["nothing", "{}", { style: "candles", over: ["MA"], below: ["VOL"] }],
    ["no object", "null", { style: "candles", over: ["MA"], below: ["VOL"] }],
    ["no JSON", "{", { style: "candles", over: ["MA"], below: ["VOL"] }],
    [
      "what is not known",
      '{"style":"bars","over":["SAR","BOLL"],"below":["OBV","KDJ","KDJ",7]}',
      { style: "candles", over: ["BOLL"], below: ["KDJ"] },
    ],
    ["none", '{"over":[],"below":[]}', { style: "candles", over: [], below: [] }],
  ])("is the usual where %s is kept", (_what, kept, expected) => {
    platform.storage.set("chart", kept);
    expect(readChartSettings()).toEqual(expected);
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
    // It was chosen, but is not shown here: pressing it shows it.
    expect(toggled(["VOL", "MACD", "KDJ"], "VOL", 2)).toEqual(["KDJ", "VOL"]);
  });
});

it("draws the day's course as a line with nothing over it", () => {
  const settings = { style: "candles", over: ["MA"], below: ["VOL"] } as const;
  expect(shownOf(settings, "intraday", 2)).toEqual({ style: "area", over: [], below: ["VOL"] });
  expect(shownOf({ ...settings, style: "line" }, "intraday", 2).style).toBe("line");
  expect(shownOf(settings, "1m", 2)).toEqual(settings);
});
