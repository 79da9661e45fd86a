// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { type Bar, decodeBar } from "@/api/market";
import { joinBars, watchLeftEdge } from "./panning";

const bars = (...starts: number[]): Bar[] =>
  starts.map((start) => decodeBar([start, "1", "1", "1", "1", "1"]));

describe("joinBars", () => {
  it("puts older bars before newer ones, each once", () => {
    const newer = bars(3, 4);
    const joined = joinBars(bars(1, 2, 3), newer);
    expect(joined).toEqual(bars(1, 2, 3, 4));
    expect(joined[2]).toBe(newer[0]);
  });

  it("leaves the bars the same objects where nothing is older", () => {
    const newer = bars(3, 4);
    expect(joinBars(bars(3), newer)).toBe(newer);
    expect(joinBars([], newer)).toBe(newer);
    expect(joinBars(bars(1), [])).toEqual(bars(1));
  });
});

describe("watchLeftEdge", () => {
  it("asks for older bars near the first one, and only once the chart was touched", () => {
    const host = document.createElement("div");
    let range = { from: 0, to: 20 };
    let changed = () => {};
    const onNear = vi.fn();
    const scale = {
      getVisibleLogicalRange: () => range,
      subscribeVisibleLogicalRangeChange: (onChange: () => void) => {
        changed = onChange;
      },
    };
    watchLeftEdge(host, scale, onNear, new AbortController().signal);
    changed();
    expect(onNear).not.toHaveBeenCalled();
    host.dispatchEvent(new Event("pointerup"));
    expect(onNear).toHaveBeenCalledTimes(1);
    range = { from: 120, to: 180 };
    changed();
    expect(onNear).toHaveBeenCalledTimes(1);
    range = { from: 12, to: 72 };
    changed();
    expect(onNear).toHaveBeenCalledTimes(2);
  });
});
