// Files that import each other in a circle: none of them can be read, moved or tested without the others.

import { uiImports } from "./typescript.mjs";

/** The sets of files that import each other, each way round (Tarjan's strongly connected components). */
export function circlesOf(links) {
  const next = new Map();
  for (const { from, to } of links) next.set(from, [...(next.get(from) ?? []), to]);
  const [order, lowest, open, circles] = [new Map(), new Map(), [], []];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    open.push(file);
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) lowest.set(file, Math.min(lowest.get(file), lowest.get(to)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** The problem of a circle, as a line to print. */
export const circleProblem = (circle, rule) =>
  `${circle[0]}:1: these files import each other in a circle: ${circle.join(", ")} [${rule}]`;

/** The circles of the UI. `texts` has the repository's files. */
export const uiCircles = (texts) =>
  circlesOf(uiImports(texts)).map((circle) => circleProblem(circle, "ui-circles"));
