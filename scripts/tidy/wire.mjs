// The names that only the wire has: properties and parameters of the API's document that no type of ui/src/api bears.

import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

/** Names of the wire that forms, addresses and the language itself have too. */
const OWN_TOO = [
  "oldPassword",
  "oldPayPassword",
  "payPassword",
  "pipDecimals",
  "priceDecimals",
  "resendIn",
  "timeZone",
  "walletType",
];

/** Every name of a property or a parameter, at any depth of the API's document. */
function* documented(node) {
  if (typeof node !== "object" || node === null) return;
  if (typeof node.properties === "object") yield* Object.keys(node.properties);
  if (node.in === "query" || node.in === "path") yield node.name;
  for (const child of Object.values(node)) yield* documented(child);
}

/** The names of the properties that interfaces in a file have. */
export function declared(text) {
  const blocks = [...text.matchAll(/^export interface [^{]+\{\n(.*?)^\}/gms)];
  return blocks.flatMap(([, body]) =>
    [...body.replace(/\/\*\*.*?\*\//gs, "").matchAll(/(\w+)\??:/g)].map(([, name]) => name),
  );
}

const files = readdirSync(new URL("ui/src/api/", ROOT)).filter(
  (file) => /\.ts$/.test(file) && !/(\.test|\.d)\.ts$/.test(file),
);
const own = new Set([...OWN_TOO, ...files.flatMap((file) => declared(read(`ui/src/api/${file}`)))]);

/** A plain word may mean anything anywhere; only a compound name can be recognised as the wire's. */
const isPutTogether = (name) => /[A-Z_\d]/.test(name);

const wire = new Set(
  [...documented(JSON.parse(read("server/openapi.json")))].filter(
    (name) => isPutTogether(name) && !own.has(name),
  ),
);

export const isWireName = (name) => wire.has(name);
