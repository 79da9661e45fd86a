// The order of the rooms. A room is a folder or a file at the top of a crate; a file may import its own room and the
// rooms below it, and inside a room no files import each other in a circle. ARCHITECTURE.md says what the rooms are.

import { circleProblem, circlesOf } from "./circles.mjs";
import { imports } from "./rust.mjs";

/** The rooms of the server, from the lowest up. */
const SERVER = [
  // What needs nothing of ours.
  ...["secret", "random", "private", "clock", "mode", "logging", "supervision", "turns", "tls"],
  // What is stored and under which numbers, how servers speak with each other, and which of them leads.
  ...["db", "bus", "ids", "leader", "server_key", "sealing"],
  // How we are spoken to, and how we speak.
  ...["http", "document", "mail"],
  // Who the customer is, what is owned and owed, and what a customer hears.
  ...["identity", "push", "files"],
  // The one way to change what is owned, whatever it is, and what is.
  ...["writer", "ledger"],
  // What customers do, and everything that is kept of it.
  ...[
    "market",
    "watchlist",
    "kyc",
    "orders",
    "positions",
    "funds",
    "reviews",
    "inbox",
    "news",
    "records",
    "unreadable",
  ],
  // What operators do, what they set, and how all of it is put together.
  ...["operations", "config", "app", "layers", "router", "cli"],
];

/** The rooms of the core, from the lowest up. */
const CORE = [
  // What everything is counted in, and how it is written down.
  ...["shared", "decimal", "time", "ids", "money"],
  // What there is: books and quotes, and who may log in.
  ...["identity", "ledger", "market"],
  // What every decision is made of.
  "decision",
  // What customers do, what they are told of it, and the list of it.
  ...["positions", "inbox", "kyc", "products", "funds", "orders", "command"],
  // Values of all of it for tests.
  "testing",
];

/** The rooms of the native window, from the lowest up. */
const WINDOW = [
  // What needs nothing of ours but its errors.
  ...["error", "http_client", "keychain", "settings", "invite", "notify", "start_again"],
  // Which server is talked to, as whom, and how.
  ...["server_address", "session", "push_socket", "server_choice", "api_request"],
  "save_file",
];

/** Files that still import what stands above them, or stand in a circle. Whoever mends one takes it off the list. */
const EXCEPTIONS = new Set();

export const HOUSES = [
  { root: "server/src", rooms: SERVER },
  { root: "server/core/src", rooms: CORE },
  { root: "src-tauri/src", rooms: WINDOW },
];

/** Everything that is wrong with the order of the rooms, as lines to print; `text` gives a file's text, or null. */
export function roomProblems(text, houses = HOUSES, exceptions = EXCEPTIONS) {
  const held = houses.filter((house) => text(`${house.root}/lib.rs`) !== null);
  return held.flatMap((house) => problemsOf(house, text, exceptions));
}

function problemsOf({ root, rooms }, text, exceptions) {
  const whole = imports(root, text);
  const room = (path) =>
    path
      .slice(root.length + 1)
      .replace(/\.rs$/, "")
      .split("/")[0];
  const files = whole.files.filter((path) => room(path) !== "lib");
  const strangers = [...new Set(files.map(room))].filter((name) => !rooms.includes(name));
  const empty = rooms.filter((name) => !files.some((path) => room(path) === name));
  const links = whole.imports.filter(({ from, to }) => room(from) !== "lib" && room(to) !== "lib");
  const isUp = ({ from, to }) => rooms.indexOf(room(to)) > rooms.indexOf(room(from));
  const upwards = links.filter(isUp);
  const inside = links.filter(
    (link) => room(link.from) === room(link.to) && !link.isOnlyPassedOn && !link.isFolder,
  );
  const isFree = (path) => !exceptions.has(path);
  const circles = circlesOf(inside.filter((link) => isFree(link.from)));
  const needed = new Set([...upwards.map((link) => link.from), ...circlesOf(inside).flat()]);
  const idle = [...exceptions].filter((path) => path.startsWith(`${root}/`) && !needed.has(path));
  const [line, list] = [1, "scripts/tidy/rooms.mjs"];
  return [
    ...strangers.map(
      (name) => `${root}/${name}:${line}: name this room in the list of ${list} [rooms]`,
    ),
    ...empty.map((name) => `${list}:${line}: there is no room ${name} in ${root} any more [rooms]`),
    ...idle.map(
      (path) => `${list}:${line}: ${path} is in order: take it off the list of exceptions [rooms]`,
    ),
    ...firstEach(
      upwards.filter((link) => isFree(link.from)),
      room,
    ).map(
      ({ from, to, line }) =>
        `${from}:${line}: ${room(from)} stands below ${room(to)} and may not import it: take what is needed as an argument, or move it down [rooms]`,
    ),
    ...circles.map((circle) => circleProblem(circle, "rooms")),
  ];
}

/** The first link of a file to a room, however many there are. */
function firstEach(links, room) {
  const seen = new Set();
  return links.filter(({ from, to }) => {
    const key = `${from} ${room(to)}`;
    return !seen.has(key) && seen.add(key);
  });
}
