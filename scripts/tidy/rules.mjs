// The rules that a grep can hold. Each names the files it reads and returns the problems of one
// file, as { line, message }, where the message says what to do instead.

import { wholeLiterals } from "./rust.mjs";
import { importedModules, placeOf } from "./typescript.mjs";
import { isWireName } from "./wire.mjs";
import { forbiddenWords } from "./words.mjs";

/** Crates that `server/core` may use: it decides, and does no input or output. */
const CORE_DEPENDENCIES = new Set([
  ...["jiff", "serde", "sha2", "strum", "thiserror"],
  // For checks of numbers and addresses that money is sent to.
  ...["bech32", "bs58", "celes", "iban_validate", "luhn3", "mrz", "sha3"],
  // For the keys and the numbers of the simulated market, made from the seeds of its days.
  ...["hmac", "siphasher"],
  "foldhash",
]);
/** Folders and modules of `ui/src` that every capability may use; the other folders are capabilities. */
const SHARED_UI = new Set([
  ...["api", "app", "choices", "decimal", "files", "forms", "i18n", "locales", "money", "platform"],
  ...["products", "push", "test", "trade", "ui"],
  ...["customerStorage", "history", "navigation", "screenQueries", "screens", "session", "store"],
]);
/** Values of many fields that tests build, each with a field that no other struct of its name has. */
const BUILT = {
  Tick: "exchange_time",
  Place: "time_in_force",
  TradingRules: "tick_sizes",
  Terms: "stale_after",
};
const FILE_LINES_MAX = 450;

const isCore = (path) => path.startsWith("server/core/src/") && path.endsWith(".rs");
/** Rust that counts money. The simulated market counts volumes of which nobody is paid the value. */
const isValued = (path) =>
  /^server\/(core\/)?src\/.*\.rs$/.test(path) &&
  !/(^|\/)(tests|\w+_tests)(\/|\.rs$)|\/core\/src\/(multiplier\.rs$|market\/sim\/)/.test(path);
const PRICE = String.raw`(?:price|close|last|limit|mark|bid|ask|per_share)\w*(?:\(\))?\.units\(\)\)?`;
const QUANTITY = String.raw`(?:quantity|shares|volume|lot|size)\w*(?:\(\))?\.units\(\)\)?`;
const PRICE_TIMES_QUANTITY = new RegExp(
  [
    [PRICE, QUANTITY],
    [QUANTITY, PRICE],
  ]
    .map(([one, other]) => String.raw`\b${one}\s*\*\s*(?:i128::from\()?[\w.]*\b${other}`)
    .join("|"),
);
const isUi = (path) => /^ui\/src\/.*\.tsx?$/.test(path);
const isCode = (path) => /\.(rs|tsx?|mjs)$/.test(path) && !path.endsWith("/schema.d.ts");

/** The lines of a file that match, comments left out. */
function matching(text, pattern, message) {
  return text.split("\n").flatMap((source, index) => {
    const code = source.replace(/(^|\s)(\/\/|\*).*$/, "");
    return pattern.test(code) ? [{ line: index + 1, message }] : [];
  });
}

function multipliedByHand(text) {
  const message = "only Multiplier::value multiplies a price and a quantity";
  return text.split("\n").flatMap((source, index) => {
    const code = source.replace(/\/\/.*$/, "");
    return PRICE_TIMES_QUANTITY.test(code) ? [{ line: index + 1, message }] : [];
  });
}

function coreDependencies(text) {
  const section = /^\[dependencies\]\n(.*?)(?=^\[|$(?![\s\S]))/ms.exec(text)?.[1] ?? "";
  const first = text.slice(0, text.indexOf(section)).split("\n").length;
  return section.split("\n").flatMap((entry, index) => {
    const name = /^([\w-]+)/.exec(entry)?.[1];
    if (!name || CORE_DEPENDENCIES.has(name)) return [];
    return [
      {
        line: first + index,
        message: `core may not depend on ${name}: it does no input or output`,
      },
    ];
  });
}

/** The folder below `ui/src` that an import leads to, or null for a package. */
function folderOf(module, path) {
  const place = placeOf(module, path);
  return place?.startsWith("ui/src/") ? place.split("/")[2] : null;
}

/** A page, or a pane of a workspace, may show parts of other capabilities; whatever else is shared belongs to a shared folder. */
function capabilityImports(text, path) {
  const own = path.split("/")[2];
  const isPage = /(Page|Pane)(\.test)?\.tsx$/.test(path);
  if (SHARED_UI.has(own) || path.split("/").length < 4 || isPage) return [];
  return text.split("\n").flatMap((source, index) =>
    importedModules(source)
      .map((module) => folderOf(module, path))
      .filter((folder) => folder && !/\./.test(folder) && folder !== own && !SHARED_UI.has(folder))
      .map((folder) => ({
        line: index + 1,
        message: `${own} may use ${folder} only in a page or a pane (a file named …Page.tsx or …Pane.tsx)`,
      })),
  );
}

/** Only `ui/src/api` uses the API's own names. Addresses are no names, and tests play the server. */
function wireNames(text) {
  return text.split("\n").flatMap((source, index) => {
    const line = index + 1;
    if (/["']@\/api\/(wire|schema)["']/.test(source)) {
      return [
        { line, message: "read replies by a decoder of ui/src/api, and write by an encoder" },
      ];
    }
    const code = source.replace(/(^|\s)(\/\/|\/?\*).*$/, "").replace(/"\/[^"]*"/g, "");
    const name = code.match(/\w+/g)?.find(isWireName);
    if (!name) return [];
    return [{ line, message: `${name} is the wire's name: decode it in ui/src/api` }];
  });
}

/** Lists that load, fail, are empty or have more look alike everywhere: one component draws them. */
function listsByHand(text) {
  if (!/<(SkeletonRows|CardSkeletons|MoreButton)\b/.test(text)) return [];
  const message = "draw a list with QueryList, and what is no list with QueryView (ui/src/ui)";
  return matching(text, /<ErrorState\b/, message);
}

/** Tests name the fields of a large value that matter, and take the rest from the place that has it. */
function valuesByHand(text, path) {
  return wholeLiterals(path, text, BUILT).map(({ line, name }) => ({
    line,
    message: `name what matters of a ${name}, and take the rest from plumbline_core::testing (\`..\`)`,
  }));
}

function length(text) {
  const lines = text.split("\n").length - 1;
  if (lines <= FILE_LINES_MAX) return [];
  return [
    { line: lines, message: `${lines} lines, at most ${FILE_LINES_MAX}: split it by what it does` },
  ];
}

export const RULES = [
  {
    name: "core-dependencies",
    applies: (path) => path === "server/core/Cargo.toml",
    check: coreDependencies,
  },
  {
    name: "core-ambient",
    applies: isCore,
    check: (text) =>
      matching(
        text,
        /\bSystemTime\b|\bInstant::now\b|(Timestamp|Zoned)::now\b|\b(rand|getrandom|fastrand)::|\bstd::(fs|net|env|thread)\b|\btokio::/,
        "core has no clock, no randomness and no input or output: take the fact as an argument",
      ),
  },
  {
    name: "core-floats",
    applies: isCore,
    check: (text) =>
      matching(
        text,
        /\bf(32|64)\b/,
        "core counts in integers of the smallest unit, never in floats",
      ),
  },
  {
    name: "money-values",
    applies: isValued,
    check: multipliedByHand,
  },
  {
    name: "ui-platform",
    applies: (path) => isUi(path) && !path.startsWith("ui/src/platform/"),
    check: (text) =>
      matching(text, /["']@tauri-apps\//, "ask ui/src/platform; only it may import @tauri-apps"),
  },
  { name: "ui-capabilities", applies: isUi, check: capabilityImports },
  {
    name: "ui-wire-names",
    applies: (path) =>
      isUi(path) && !/\.test\.tsx?$/.test(path) && !/^ui\/src\/(api|test)\//.test(path),
    check: wireNames,
  },
  {
    name: "ui-lists",
    applies: (path) => isUi(path) && !path.startsWith("ui/src/ui/"),
    check: listsByHand,
  },
  {
    name: "words",
    applies: (path) => /^ui\/texts\/.*\.json$|^server\/words\.toml$/.test(path),
    check: forbiddenWords,
  },
  { name: "builders", applies: (path) => path.endsWith(".rs"), check: valuesByHand },
  { name: "file-length", applies: isCode, check: length },
  {
    name: "unfinished",
    applies: (path) => isCode(path) && !path.startsWith("scripts/tidy/"),
    check: (text) =>
      matching(
        text,
        /\b(todo|unimplemented|dbg)!\s*\(|#\[ignore|\b(it|test|describe)\.(only|skip|todo)\b/,
        "finish it, or take it out: nothing lands half done or switched off",
      ),
  },
];

/** All problems of one file, as lines to print. */
export function problems(path, text) {
  return RULES.filter((rule) => rule.applies(path)).flatMap((rule) =>
    rule.check(text, path).map(({ line, message }) => `${path}:${line}: ${message} [${rule.name}]`),
  );
}
