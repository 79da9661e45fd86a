// Reads from Rust what a grep cannot see: the files of a crate that a file really imports from. It handles `use` in
// all its forms, paths inside the code, and names that a `mod.rs` passes on. Test code is left out.

import { posix } from "node:path";

const IDENTIFIER = /[A-Za-z_]\w*/;

/** The code without comments and without what is inside quotes; every line stays where it is. */
function bare(text) {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^\n]{1,10}?|[^\\'\n])'/g;
  return text.replace(token, (found) => found.replace(/[^\n]/g, " "));
}

/** The end of the item that begins at `start`: behind its `;`, or behind the braces of its body. */
function endOfItem(code, start) {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    const sign = code[at];
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) {
      depth -= 1;
      if (depth === 0 && sign === "}") return at + 1;
    }
    if (sign === ";" && depth === 0) return at + 1;
  }
  return code.length;
}

/** The ranges of the items that only tests are built with, by themselves or by the feature `testing`. */
function testItems(code) {
  const attribute = /#\[cfg\((?:test|all\(test\b[^\]]*|feature =\s+)\)\](?:\s*#\[[^\]]*\])*/g;
  const items = [];
  for (let found = attribute.exec(code); found; found = attribute.exec(code)) {
    attribute.lastIndex = endOfItem(code, attribute.lastIndex);
    items.push([found.index, attribute.lastIndex]);
  }
  return items;
}

/** The code with one part blank; every line stays where it is. */
const blank = (code, from, to) =>
  code.slice(0, from) + code.slice(from, to).replace(/[^\n]/g, " ") + code.slice(to);

/** The code without the items that only tests are built with. */
function withoutTests(code) {
  return testItems(code).reduce((left, [from, to]) => blank(left, from, to), code);
}

const IS_TEST = /(^|\/)(tests|properties|\w+_tests)(\/|\.rs$)|^server\/src\/testing[./]/;

/** The code of a file that only tests are built with. */
function testCode(path, text) {
  const code = bare(text);
  if (IS_TEST.test(path)) return code;
  const ends = testItems(code).flat();
  const others = [0, ...ends, code.length];
  let left = code;
  for (let at = 0; at < others.length; at += 2) left = blank(left, others[at], others[at + 1]);
  return left;
}

/**
 * The struct literals in a file's tests that name every field, as { line, name }, and take no rest from another value
 * (`..`). `telltales` gives a field for each struct's name, which tells that struct from others of the name.
 */
export function wholeLiterals(path, text, telltales) {
  const code = testCode(path, text);
  const begins = new RegExp(
    `(?<!->\\s*|[A-Z]\\w*::)\\b(${Object.keys(telltales).join("|")})\\s*\\{`,
    "g",
  );
  return [...code.matchAll(begins)].flatMap(({ 0: begin, 1: name, index }) => {
    let body = code.slice(index + begin.length, endOfItem(code, index) - 1);
    for (let outer = null; outer !== body; ) {
      outer = body;
      body = body.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, "");
    }
    const isWhole = new RegExp(`\\b${telltales[name]}\\b`).test(body) && !/(^|,)\s*\.\./.test(body);
    return isWhole ? [{ line: code.slice(0, index).split("\n").length, name }] : [];
  });
}

/** The paths of a `use`, as { path, name }: `a::{b, c::D as E}` is a::b as b, and a::c::D as E. */
function branches(tree, before = []) {
  const [, head, rest] = /^\s*((?:[\w$]+\s*::\s*)*)([\s\S]*)$/.exec(tree);
  const path = [...before, ...(head.match(/[\w$]+/g) ?? [])];
  if (rest.startsWith("{"))
    return split(rest.slice(1, rest.lastIndexOf("}"))).flatMap((one) => branches(one, path));
  if (rest.startsWith("*")) return [{ path, name: "*" }];
  const [last, alias] = rest.trim().split(/\s+as\s+/);
  if (!last) return [];
  if (last === "self") return [{ path, name: alias ?? path.at(-1) }];
  return [{ path: [...path, last], name: alias ?? last }];
}

function split(list) {
  const parts = [""];
  let depth = 0;
  for (const sign of list) {
    depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.filter((part) => part.trim());
}

/** A module: a file, its declarations, and its uses of other modules. */
function read(path, place, text) {
  const code = withoutTests(bare(text));
  const uses = [];
  const body = code.replace(
    /\b(pub(?:\s*\([^)]*\))?\s+)?use\s+([^;]+);/g,
    (found, shown, tree, at) => {
      const line = code.slice(0, at).split("\n").length + (found.match(/^\s*\n/g)?.length ?? 0);
      for (const branch of branches(tree)) uses.push({ ...branch, line, isShown: Boolean(shown) });
      return found.replace(/[^\n]/g, " ");
    },
  );
  const children = new Set();
  const own = body.replace(/\bmod\s+(\w+)\s*;/g, (found, name) => {
    children.add(name);
    return found.replace(/[^\n]/g, " ");
  });
  const items = new Set();
  const definition =
    /\b(?:fn|struct|enum|union|trait|type|const|static|mod|macro_rules!)\s+(?:mut\s+)?([A-Za-z_]\w*)/g;
  for (const [, name] of own.matchAll(definition)) items.add(name);
  const exported = [...own.matchAll(/#\[macro_export\]\s*macro_rules!\s+(\w+)/g)].map(
    ([, name]) => name,
  );
  return { path, place, uses, children, items, exported, body: own };
}

/**
 * The modules of the crates of a folder by their place, such as `http::error`; `text` gives a file's text, or null. The
 * crates are as one here, since the root of each passes on what is in those below it.
 */
function crate(root, roots, text) {
  const modules = new Map();
  const macros = new Map();
  const enter = (path, place) => {
    const module = read(path, place, text(path));
    const whole = modules.get("");
    if (place.length === 0 && whole) {
      for (const name of module.children) whole.children.add(name);
      for (const name of module.items) whole.items.add(name);
      whole.uses.push(...module.uses);
    } else modules.set(place.join("::"), module);
    for (const name of module.exported) macros.set(name, path);
    const isFolder = place.length === 0 || posix.basename(path) === "mod.rs";
    const folder = isFolder ? posix.dirname(path) : path.replace(/\.rs$/, "");
    for (const name of module.children) {
      const file = [`${folder}/${name}.rs`, `${folder}/${name}/mod.rs`].find(
        (file) => text(file) !== null,
      );
      if (file) enter(file, [...place, name]);
    }
  };
  for (const name of roots) enter(`${root}/${name}`, []);
  return { modules, macros };
}

/** The file that a path leads to from a module, as { path, isModule }; null when it leads out of the crate. */
function target({ modules, macros }, module, segments, seen = new Set()) {
  const [first, ...rest] = segments;
  let at;
  let left = rest;
  if (first === "crate" || first === "$crate") at = [];
  else if (first === "self") at = module.place;
  else if (first === "super") {
    at = module.place.slice(0, -1);
    while (left[0] === "super") {
      at = at.slice(0, -1);
      left = left.slice(1);
    }
  } else if (module.children.has(first) || names(module, first).some((use) => use.name === first)) {
    at = module.place;
    left = segments;
  } else return null;
  for (;;) {
    const here = modules.get(at.join("::"));
    if (!here) return null;
    const [next, ...further] = left;
    if (next === undefined) return { path: here.path, isModule: true };
    if (here.children.has(next) && modules.has([...at, next].join("::"))) {
      at = [...at, next];
      left = further;
      continue;
    }
    if (at.length === 0 && macros.has(next)) return { path: macros.get(next), isModule: false };
    if (here.items.has(next)) return { path: here.path, isModule: false };
    const key = `${here.path} ${next}`;
    if (seen.has(key)) return null;
    seen.add(key);
    for (const use of names(here, next)) {
      const through = use.name === "*" ? [...use.path, next] : use.path;
      const found = target({ modules, macros }, here, [...through, ...further], seen);
      if (found) return found;
    }
    const isPassedOn = names(here, next).some((use) => use.name !== "*");
    return isPassedOn ? null : { path: here.path, isModule: false };
  }
}

/** The imports of a module that may bring in `name`. */
function names(module, name) {
  const exact = module.uses.filter((use) => use.name === name && use.path[0] !== name);
  return exact.length > 0 ? exact : module.uses.filter((use) => use.name === "*");
}

/**
 * The imports between the files of the crates that have their roots in a folder, as { from, to, line, isOnlyPassedOn }:
 * the last is true for a name that a `mod.rs` passes on and does not use itself.
 */
export function imports(root, roots, text) {
  const whole = crate(root, roots, text);
  const found = [];
  for (const module of whole.modules.values()) {
    const add = (segments, line, isOnlyPassedOn) => {
      const to = target(whole, module, segments);
      // A folder's mod.rs is not what its name stands for: the paths that go through it are counted.
      const isFolder = to?.isModule && posix.basename(to.path) === "mod.rs";
      if (to && to.path !== module.path)
        found.push({ from: module.path, to: to.path, line, isOnlyPassedOn, isFolder });
    };
    const passesOn = posix.basename(module.path) === "mod.rs";
    for (const use of module.uses) {
      const isUsed = use.name !== "*" && new RegExp(`\\b${use.name}\\b`).test(module.body);
      add(use.path, use.line, passesOn && use.isShown && !isUsed);
    }
    const path = new RegExp(
      `(?<![\\w:$])(\\$?${IDENTIFIER.source}(?:\\s*::\\s*${IDENTIFIER.source})+)`,
      "g",
    );
    for (const inside of module.body.matchAll(path)) {
      const segments = inside[1].split(/\s*::\s*/);
      const isPath = ["crate", "$crate", "self", "super"].includes(segments[0]);
      const isModule =
        module.children.has(segments[0]) || module.uses.some((use) => use.name === segments[0]);
      if (isPath || isModule)
        add(segments, module.body.slice(0, inside.index).split("\n").length, false);
    }
  }
  return { imports: found, files: [...whole.modules.values()].map((module) => module.path) };
}
