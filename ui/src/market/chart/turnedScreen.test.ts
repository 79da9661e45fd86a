// @vitest-environment jsdom
import { expect, it } from "vitest";
import { straighten } from "./turnedScreen";

it("tells a touch on a turned chart as it would be on an upright one", () => {
  const target = document.createElement("canvas");
  // 700 wide and 300 high before the rotation, with its top at the right edge of the screen.
  target.getBoundingClientRect = () => ({ left: 50, right: 350, top: 20, bottom: 720 }) as DOMRect;
  const touchAt = (clientX: number, clientY: number) => {
    const touch = { target, clientX, clientY } as unknown as Touch;
    straighten(touch);
    return [touch.clientX - 50, touch.clientY - 20, touch.pageX - 50, touch.pageY - 20];
  };
  // Its own top left corner is at the top right of the screen, its lower right one at the bottom left.
  expect(touchAt(350, 20)).toEqual([0, 0, 0, 0]);
  expect(touchAt(50, 720)).toEqual([700, 300, 700, 300]);
  expect(touchAt(340, 120)).toEqual([100, 10, 100, 10]);
});
