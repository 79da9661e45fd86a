import { fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import PullToRefresh from "./PullToRefresh";

const refresh = vi.fn(async () => undefined);

function Scroller() {
  const scroll = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  return (
    <div ref={scroll} data-testid="scroll">
      <PullToRefresh scroll={scroll} body={body} onRefresh={refresh} />
      <div ref={body}>rows</div>
    </div>
  );
}

type Point = [x: number, y: number];

/** Moves a finger along these points; returns for each move whether the browser may scroll. */
function drag([start, ...moves]: [Point, ...Point[]], end = "touchEnd"): boolean[] {
  const element = screen.getByTestId("scroll");
  const touches = ([clientX, clientY]: Point) => ({ touches: [{ clientX, clientY }] });
  fireEvent.touchStart(element, touches(start));
  const free = moves.map((point) => fireEvent.touchMove(element, touches(point)));
  if (end === "touchCancel") fireEvent.touchCancel(element);
  else fireEvent.touchEnd(element);
  return free;
}

beforeEach(() => {
  refresh.mockClear();
  render(<Scroller />);
});

describe("pulling to refresh", () => {
  it("refreshes after a long pull down, and not after a short one", () => {
    expect(
      drag([
        [100, 10],
        [102, 40],
        [104, 100],
      ]),
    ).toEqual([false, false]);
    expect(refresh).not.toHaveBeenCalled();
    drag([
      [100, 10],
      [102, 40],
      [104, 140],
    ]);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("leaves a sideways swipe to the browser, also where the finger comes down later", () => {
    expect(
      drag([
        [200, 10],
        [188, 14],
        [120, 90],
        [100, 300],
      ]),
    ).toEqual([true, true, true]);
    expect(refresh).not.toHaveBeenCalled();
  });

  it("leaves a small move to the browser, which takes it for a tap", () => {
    expect(
      drag([
        [200, 10],
        [201, 14],
      ]),
    ).toEqual([true]);
  });

  it("ends where the browser takes the touch away, or a second finger comes", () => {
    drag(
      [
        [100, 10],
        [102, 40],
        [104, 200],
      ],
      "touchCancel",
    );
    const element = screen.getByTestId("scroll");
    fireEvent.touchStart(element, { touches: [{ clientX: 0, clientY: 0 }] });
    fireEvent.touchMove(element, { touches: [{ clientX: 0, clientY: 200 }] });
    fireEvent.touchMove(element, {
      touches: [
        { clientX: 0, clientY: 200 },
        { clientX: 90, clientY: 9 },
      ],
    });
    fireEvent.touchEnd(element);
    expect(refresh).not.toHaveBeenCalled();
  });
});
