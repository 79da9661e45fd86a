// The order of the UI's rooms. A room is a folder of `ui/src` or a file beside them, with its tests; a file imports its
// own room and the rooms below it. docs/ui.md says what each room is for. Circles inside of a room: `circles.mjs`.

import { uiImports } from "./typescript.mjs";

/** The rooms from the lowest up. Those in brackets of their own are one room in several places. */
const ROOMS = [
  // The host, stored values, the way back, texts, and exact figures.
  ...["platform", "store", "history", "i18n", "decimal"],
  // The edge to the server: calls with the customer's token, what is kept for them, and pushes.
  ["session", "customerStorage", "api"],
  "push",
  // What an address may name, the screens, and how one leads to another.
  ...["choices", "screenQueries", "screens", "navigation"],
  // The design system, and the words of each kind of product.
  ...["ui", "products"],
  // What capabilities share: pictures, forms, the terms of orders, and actions that move money.
  ...["files", "forms", "trade", "money"],
  // The capabilities.
  ...["news", "inbox", "watchlist", "market", "positions", "orders", "kyc", "funds"],
  // Screens of several capabilities, and the app around all screens.
  ...["desk", "home", "identity", "settings", "app", "main"],
];

/** Helpers of tests, and the texts that `i18n` loads, are no part of the order. */
const isOutside = (path) => /\.(test|stories)\.tsx?$|^ui\/src\/(test|locales)\//.test(path);

const roomOf = (path) => path.split("/")[2].replace(/\.tsx?$/, "");

/** All problems with the order of the UI's rooms, as lines to print. `texts` has the repository's files. */
export function uiRoomProblems(texts, rooms = ROOMS) {
  const files = [...texts.keys()].filter(
    (path) => /^ui\/src\/.*\.tsx?$/.test(path) && !isOutside(path),
  );
  if (files.length === 0) return [];
  const floors = new Map(rooms.flatMap((names, floor) => [names].flat().map((it) => [it, floor])));
  const present = new Set(files.map(roomOf));
  const list = "scripts/tidy/uiRooms.mjs";
  const floorOf = (path) => floors.get(roomOf(path)) ?? 0;
  return [
    ...[...present]
      .filter((room) => !floors.has(room))
      .map((room) => `ui/src/${room}:1: name this room in the list of ${list} [ui-rooms]`),
    ...[...floors.keys()]
      .filter((room) => !present.has(room))
      .map((room) => `${list}:1: there is no room ${room} in ui/src any more [ui-rooms]`),
    ...uiImports(texts)
      .filter(({ from, to }) => !isOutside(from) && floorOf(to) > floorOf(from))
      .map(
        ({ from, to, line }) =>
          `${from}:${line}: ${roomOf(from)} stands below ${roomOf(to)} and may not import it: take what is needed as a prop, or move it down [ui-rooms]`,
      ),
  ];
}
