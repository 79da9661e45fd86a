import {
  type ClientRect,
  type CollisionDetection,
  closestCenter,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from "@dnd-kit/core";

/** The draggable things: a group among the groups, a row among the rows or onto a group. */
export type Dragged = "group" | "row";

interface Typed {
  data: { current?: Record<string, unknown> | undefined };
}

export const kindOf = (item: Typed | null | undefined): Dragged | undefined =>
  item?.data.current?.kind as Dragged | undefined;

/** The distance of the corners of two boxes, which may differ in size as rows and groups do. */
const apart = (a: Pick<ClientRect, "left" | "top">, b: Pick<ClientRect, "left" | "top">) =>
  Math.hypot(a.left - b.left, a.top - b.top);

/**
 * The drop target of a dragged thing: a group among the groups; for a row the group under the pointer, or else a row.
 * Keys move it to the corner of its target.
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

/** Boxes whose tops differ by less are in one line. */
const LINE_PX = 12;

type Step = (from: ClientRect, to: ClientRect) => boolean;

const inLine = (from: ClientRect, to: ClientRect) => Math.abs(from.top - to.top) < LINE_PX;

const STEPS: Record<string, Step> = {
  ArrowUp: (from, to) => to.top <= from.top - LINE_PX,
  ArrowDown: (from, to) => to.top >= from.top + LINE_PX,
  ArrowLeft: (from, to) => inLine(from, to) && to.left < from.left - 1,
  ArrowRight: (from, to) => inLine(from, to) && to.left > from.left + 1,
};

/** The target of an arrow key for a lifted thing: the nearest row or group in that direction. */
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
