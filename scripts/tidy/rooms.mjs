// The order of the rooms. A room is a folder or a file at the top of a crate; a file may import its own room and the
// rooms below it, and inside a room no files import each other in a circle. ARCHITECTURE.md describes the rooms. The
// compiler holds the order of the crates; this holds what is inside of each.

import { circleProblem, circlesOf } from "./circles.mjs";
import { imports } from "./rust.mjs";

/** The crates of the server by their roots, from the lowest up, and the rooms of each, from the lowest up. */
const SERVER = {
  "crate_base.rs": [
    // Foundations, which need no other room.
    ...["secret", "random", "private", "clock", "mode", "logging", "supervision", "turns", "tls"],
    // Storage and ids, the common key of servers, the link between them, and their leader.
    ...["db", "server_key", "bus", "ids", "leader", "sealing"],
    // Requests, mail, and the names of instruments.
    ...["http", "mail", "listings"],
    // Customers' identity, push, and files.
    ...["identity", "push", "files"],
  ],
  "crate_market.rs": ["market", "watchlist", "news"],
  "crate_money.rs": [
    // The one way to change what customers own, and the ledger.
    ...["writer", "ledger", "rounds"],
    // What moves and decides on money, and notices of it.
    ...["kyc", "funds", "reviews", "inbox"],
  ],
  "lib.rs": [
    // The activities of customers, and all records.
    ...["orders", "positions", "assets", "records", "unreadable"],
    // The UI and the API's document; operators' commands and settings, and the assembly of the server.
    ...["ui", "document", "operations", "config", "app", "layers", "router", "cli"],
  ],
};

/** The rooms of the core, from the lowest up. */
const CORE = [
  // Units, and their written forms.
  ...["shared", "decimal", "time", "ids", "money", "multiplier"],
  // Identity, books and quotes.
  ...["identity", "ledger", "market"],
  // The parts of every decision.
  "decision",
  // The activities of customers, their notices, and the list of commands.
  ...["positions", "inbox", "kyc", "products", "funds", "orders", "command"],
];

/** The rooms of the native window, from the lowest up. */
const WINDOW = [
  // Foundations, which need nothing but the errors.
  ...["error", "no_answer", "http_client", "keychain", "settings", "pending", "invite", "notify"],
  ...["start_again", "origin"],
  // The server's address, the session, and the calls.
  ...["server_address", "probe_server", "session", "push_socket", "server_choice", "api_request"],
  "save_file",
];

/** Files that still import from a room above, or stand in a circle. Remove a mended file from the list. */
const EXCEPTIONS = new Set();

export const HOUSES = [
  { root: "server/src", crates: SERVER },
  { root: "server/core/src", crates: { "lib.rs": CORE } },
  { root: "src-tauri/src", crates: { "lib.rs": WINDOW } },
];

/** All problems with the order of the rooms, as lines to print; `text` gives a file's text, or null. */
export function roomProblems(text, houses = HOUSES, exceptions = EXCEPTIONS) {
  const held = houses.filter((house) => text(`${house.root}/lib.rs`) !== null);
  return held.flatMap((house) => problemsOf(house, text, exceptions));
}

function problemsOf({ root, crates }, text, exceptions) {
  const [roots, rooms] = [Object.keys(crates), Object.values(crates).flat()];
  const whole = imports(root, roots, text);
  const room = (path) =>
    path
      .slice(root.length + 1)
      .replace(/\.rs$/, "")
      .split("/")[0];
  const isRoot = (path) => roots.includes(path.slice(root.length + 1));
  const files = whole.files.filter((path) => !isRoot(path));
  const strangers = [...new Set(files.map(room))].filter((name) => !rooms.includes(name));
  const empty = rooms.filter((name) => !files.some((path) => room(path) === name));
  const links = whole.imports.filter(({ from, to }) => !isRoot(from) && !isRoot(to));
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
