import {
  type ClientRect,
  type CollisionDetection,
  closestCenter,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from "@dnd-kit/core";

/** What can be dragged: a group among the groups, a row among the rows or onto a group. */
export type Dragged = "group" | "row";

interface Typed {
  data: { current?: Record<string, unknown> | undefined };
}

export const kindOf = (item: Typed | null | undefined): Dragged | undefined =>
  item?.data.current?.kind as Dragged | undefined;

/** How far the corners of two boxes are from each other: they are as different in size as rows and groups are. */
const apart = (a: Pick<ClientRect, "left" | "top">, b: Pick<ClientRect, "left" | "top">) =>
  Math.hypot(a.left - b.left, a.top - b.top);

/**
 * What a dragged thing is over: a group among the groups; a row on the group under the pointer, or else among the rows.
 * Keys put it on the corner of what it goes to.
 */
export const findTarget: CollisionDetection = (args) => {
  const { active, droppableContainers, droppableRects, collisionRect, pointerCoordinates } = args;
  const of = (kind: Dragged) =>
    droppableContainers.filter((container) => kindOf(container) === kind);
  if (pointerCoordinates) {
    const groups = { ...args, droppableContainers: of("group") };
    if (kindOf(active) === "group") return closestCenter(groups);
    const under = pointerWithin(groups);
    return under.length > 0 ? under : closestCenter({ ...args, droppableContainers: of("row") });
  }
  const containers = kindOf(active) === "group" ? of("group") : droppableContainers;
  return containers
    .flatMap((container) => {
      const rect = droppableRects.get(container.id);
      return rect ? [{ id: container.id, data: { value: apart(rect, collisionRect) } }] : [];
    })
    .sort((a, b) => a.data.value - b.data.value);
};

/** Boxes whose tops differ by less stand in one line. */
const LINE_PX = 12;

type Step = (from: ClientRect, to: ClientRect) => boolean;

const inLine = (from: ClientRect, to: ClientRect) => Math.abs(from.top - to.top) < LINE_PX;

const STEPS: Record<string, Step> = {
  ArrowUp: (from, to) => to.top <= from.top - LINE_PX,
  ArrowDown: (from, to) => to.top >= from.top + LINE_PX,
  ArrowLeft: (from, to) => inLine(from, to) && to.left < from.left - 1,
  ArrowRight: (from, to) => inLine(from, to) && to.left > from.left + 1,
};

/** Where an arrow key takes what was lifted: to the nearest row or group that way. */
export const stepByKey: KeyboardCoordinateGetter = (event, { context }) => {
  const { active, collisionRect, droppableContainers, droppableRects } = context;
  const step = STEPS[event.code];
  if (!step || !active || !collisionRect) return undefined;
  event.preventDefault();
  const boxes = droppableContainers.getEnabled().flatMap((container) => {
    const fits = kindOf(active) !== "group" || kindOf(container) === "group";
    const rect = droppableRects.get(container.id);
    return fits && rect && step(collisionRect, rect) ? [rect] : [];
  });
  const [nearest] = boxes.sort((a, b) => apart(a, collisionRect) - apart(b, collisionRect));
  return nearest && { x: nearest.left, y: nearest.top };
};
