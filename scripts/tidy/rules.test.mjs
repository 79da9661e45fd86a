// Every rule is shown to catch what it forbids and to leave its neighbour alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { uiCircles } from "./circles.mjs";
import { namedProblems } from "./named.mjs";
import { roomProblems } from "./rooms.mjs";
import { problems, RULES } from "./rules.mjs";
import { uiRoomProblems } from "./uiRooms.mjs";

const CASES = [
  [
    "core-dependencies",
    "server/core/Cargo.toml",
    '[dependencies]\njiff.workspace = true\ntokio = "1"\n',
    3,
  ],
  [
    "core-dependencies",
    "server/core/Cargo.toml",
    '[dependencies]\njiff = "1"\n\n[dev-dependencies]\nproptest = "1"\n',
    null,
  ],
  ["core-dependencies", "server/core/Cargo.toml", '[dependencies]\nsqlx = "1"', 2],
  [
    "core-ambient",
    "server/core/src/orders/place.rs",
    "fn now() {\n    jiff::Timestamp::now()\n}\n",
    2,
  ],
  ["core-ambient", "server/core/src/a.rs", "use std::time::SystemTime;\n", 1],
  ["core-ambient", "server/core/src/a.rs", "let bytes = getrandom::fill(&mut seed);\n", 1],
  [
    "core-ambient",
    "server/core/src/a.rs",
    "use std::time::Duration; // never Timestamp::now\n",
    null,
  ],
  ["core-floats", "server/core/src/money.rs", "fn f(x: f64) {}\n", 1],
  ["core-floats", "server/core/src/money.rs", "/// An f64 would lose cents here.\n", null],
  [
    "money-values",
    "server/src/positions/valuation.rs",
    "let value = i128::from(price.units()) * i128::from(position.quantity.units());\n",
    1,
  ],
  ["money-values", "server/core/src/orders/cost.rs", "quantity.units() * tick.bid().units()\n", 1],
  ["money-values", "server/core/src/orders/cost.rs", "price.units() * width\n", null],
  ["money-values", "server/core/src/multiplier.rs", "price.units() * quantity.units()\n", null],
  ["core-floats", "server/src/http/body.rs", "fn f(x: f64) {}\n", null],
  ["ui-platform", "ui/src/api/client.ts", 'import { invoke } from "@tauri-apps/api/core";\n', 1],
  [
    "ui-platform",
    "ui/src/platform/tauri.ts",
    'import { invoke } from "@tauri-apps/api/core";\n',
    null,
  ],
  ["ui-wire-names", "ui/src/orders/OrderCard.tsx", "<b>\n{order.stock_code}</b>\n", 2],
  ["ui-wire-names", "ui/src/orders/queries.ts", "const body = { stockCode: symbol };\n", 1],
  ["ui-wire-names", "ui/src/orders/queries.ts", 'import type { Wire } from "@/api/wire";\n', 1],
  ["ui-wire-names", "ui/src/orders/OrderCard.tsx", "{order.symbol} // no stock_code\n", null],
  ["ui-wire-names", "ui/src/watchlist/queries.ts", 'api.POST("/delete/{stockCode}")\n', null],
  ["ui-wire-names", "ui/src/orders/OrderCard.test.tsx", 'const row = { zdf: "1.00" };\n', null],
  ["ui-wire-names", "ui/src/api/orders.ts", "symbol: wire.stock_code,\n", null],
  [
    "ui-lists",
    "ui/src/funds/Bill.tsx",
    "if (!rows) return <SkeletonRows />;\nreturn <ErrorState error={error} />;\n",
    2,
  ],
  [
    "ui-lists",
    "ui/src/orders/OrderView.tsx",
    "error ? <ErrorState error={error} /> : <Skeleton />;\n",
    null,
  ],
  ["ui-lists", "ui/src/funds/Bill.tsx", "<QueryList skeleton={<SkeletonRows />} />;\n", null],
  [
    "ui-capabilities",
    "ui/src/orders/OrderTicket.tsx",
    'import { Wallet } from "@/funds/Wallet";\n',
    1,
  ],
  [
    "ui-capabilities",
    "ui/src/orders/OrderTicket.tsx",
    'import { Wallet } from "../funds/Wallet";\n',
    1,
  ],
  [
    "ui-capabilities",
    "ui/src/orders/parts/Row.tsx",
    'const page = import("../../funds/Wallet");\n',
    1,
  ],
  [
    "ui-capabilities",
    "ui/src/orders/OrderPage.tsx",
    'import { Wallet } from "@/funds/Wallet";\n',
    null,
  ],
  [
    "ui-capabilities",
    "ui/src/orders/OrderTicket.tsx",
    'import { Card } from "@/ui/Card";\nimport "./a";\n',
    null,
  ],
  ["ui-capabilities", "ui/src/app/Shell.tsx", 'import("@/funds/FundsPage");\n', null],
  ...Object.entries({
    "use a::Tick;\nlet tick = Tick {\n  seq: 1,\n  exchange_time: f({ a: [1, 2] }),\n};\n": 2,
    "let quote = market::Tick { seq, exchange_time };\n": 1,
    "let terms = Terms { hours: Hours { a, ..HOURS }, stale_after: 0 };\n": 1,
    "fn make() -> Tick {\n  let exchange_time = 1;\n  Tick { exchange_time, ..testing::tick(id) }\n}\n":
      null,
    "Tick { bids: [Level::default(); 10], ..(*tick).clone() };\n": null,
    "Step::Tick { exchange_time };\n": null,
    "let Place { time_in_force, .. } = place;\n": null,
    "Place { folder, database: None };\n": null,
    "// Tick { exchange_time }\n": null,
  }).map(([text, line]) => ["builders", "server/core/tests/it/amend.rs", text, line]),
  ...Object.entries({
    "fn tick() { Tick { exchange_time } }\n": null,
    "fn f() {}\n#[cfg(test)]\nmod tests {\n    fn tick() { Tick { exchange_time } }\n}\n": 4,
    "#[cfg(test)]\nmod tests {}\nfn tick() { Tick { exchange_time } }\n": null,
  }).map(([text, line]) => ["builders", "server/src/market/feeds/sim.rs", text, line]),
  ...[
    "server/src/market/bars/tests.rs",
    "server/src/market/bars/properties.rs",
    "server/src/records/writer_tests/venue.rs",
    "server/src/testing/money.rs",
    "server/tests/it/support/quotes.rs",
  ].map((path) => ["builders", path, "let it = TradingRules { tick_sizes };\n", 1]),
  ["builders", "server/core/src/testing.rs", "TradingRules { tick_sizes }\n", null],
  ...Object.entries({
    '    "en": "Canceled",\n    "zh-Hans": "已撤单",\n    "zh-Hant": "已撤單"\n': null,
    '{\n  "en": "Cancelled"\n}\n': 2,
    '"en": "Find out"\n': 1,
    '"en": "First notice"\n': null,
    '"en": "All notices"\n': 1,
    '"zh-Hans": "核对订单"\n': 1,
    '"zh-Hant": "核對訂單"\n': null,
    '"zh-Hant": "核對委託"\n': 1,
    '"zh-Hans": "划转",\n"zh-Hant": "劃轉"\n': 2,
    '"zh-Hant": "請輸入金額"\n': null,
    '"zh-Hant": "入金紀錄"\n': 1,
    '"titleZh": "委託"\n': null,
  }).map(([text, line]) => ["words", "ui/texts/orders.json", text, line]),
  ["words", "server/words.toml", '[order_unknown]\nen = "There is no such order."\n', 2],
  ["words", "server/words.toml", '# 委託\nzh-Hant = "該訂單不存在。"\n', null],
  ["words", "ui/src/locales/zh-Hant/orders.json", '"zh-Hant": "委託"\n', null],
  ["file-length", "server/src/a.rs", "\n".repeat(451), 451],
  ["file-length", "server/src/a.rs", "\n".repeat(450), null],
  ["file-length", "ui/src/api/schema.d.ts", "\n".repeat(9000), null],
  ["unfinished", "server/src/a.rs", 'todo!("later")\n', 1],
  ["unfinished", "server/src/a.rs", "#[ignore]\n", 1],
  ["unfinished", "ui/src/a.test.ts", 'it.only("works", f);\n', 1],
  ["unfinished", "ui/src/a.test.ts", 'it("works", f);\n', null],
];

for (const [rule, path, text, line] of CASES) {
  test(`${rule} in ${path}: ${line === null ? "fine" : "caught"} (${JSON.stringify(text.trim().slice(0, 40))})`, () => {
    const found = problems(path, text).filter((problem) => problem.endsWith(`[${rule}]`));
    assert.deepEqual(
      found.map((problem) => Number(problem.split(":")[1])),
      line === null ? [] : [line],
    );
  });
}

test("every rule has a case that it catches", () => {
  const caught = new Set(CASES.filter((entry) => entry[3] !== null).map((entry) => entry[0]));
  assert.deepEqual([...caught].sort(), RULES.map((rule) => rule.name).sort());
});

/** A server of three rooms in order, `low` in a crate of its own, `middle` and `high` in another. */
const ROOMS = {
  "crate_low.rs": "pub mod low;\n",
  "lib.rs": "pub mod high;\npub mod middle;\npub use low::*;\n",
  "low.rs": "pub struct Stone;\n#[macro_export]\nmacro_rules! stones { () => {} }\n",
  "middle/mod.rs":
    "//! Beams.\nmod beam;\nmod floor;\npub use beam::{Beam, length as long};\npub use floor::*;\n",
  "middle/beam.rs": "use crate::low::Stone;\npub struct Beam(Stone);\npub fn length() {}\n",
  "middle/floor.rs": "use super::Beam;\npub struct Floor(Beam);\n",
  "high/mod.rs": "mod roof;\npub use roof::Roof;\n",
  "high/roof.rs": "use crate::middle::{self, Beam};\npub struct Roof(Beam, middle::Floor);\n",
};

/** The findings of the rule in these rooms with some files changed, without the advice. */
function judged(changed, exceptions = []) {
  const files = new Map(
    Object.entries({ ...ROOMS, ...changed }).map(([name, text]) => [`s/${name}`, text]),
  );
  const houses = [{ root: "s", crates: { "crate_low.rs": ["low"], "lib.rs": ["middle", "high"] } }];
  const found = roomProblems((path) => files.get(path) ?? null, houses, new Set(exceptions));
  return found.map((problem) => problem.replace(/: take what is needed.*| \[rooms\]/g, ""));
}

const UP = "s/low.rs:1: low stands below high and may not import it";
const ROOM_CASES = {
  "rooms in order": [{}, []],
  "a use": [{ "low.rs": "use crate::high::Roof;\n" }, [UP]],
  "a use of several lines and depths": [
    {
      "low.rs":
        "use std::fmt;\nuse crate::{\n    low::{self},\n    high::{\n        Roof as Top,\n    },\n};\n",
    },
    ["s/low.rs:2: low stands below high and may not import it"],
  ],
  "a path inside the code": [
    { "low.rs": "fn build() {\n    let roof = crate::high::Roof::new();\n}\n" },
    ["s/low.rs:2: low stands below high and may not import it"],
  ],
  "a path over super": [
    { "middle/beam.rs": "pub struct Beam;\npub fn length(_: super::super::high::Roof) {}\n" },
    ["s/middle/beam.rs:2: middle stands below high and may not import it"],
  ],
  "a path through a module that was imported": [
    { "low.rs": "use crate::high;\nfn build(_: high::Roof) {}\n" },
    [UP],
  ],
  "a name that a lower room passes on": [
    {
      "middle/mod.rs": "mod beam;\nmod floor;\npub use beam::Beam;\npub use crate::high::Roof;\n",
      "middle/floor.rs": "use super::Roof;\n",
    },
    [
      "s/middle/mod.rs:4: middle stands below high and may not import it",
      "s/middle/floor.rs:1: middle stands below high and may not import it",
    ],
  ],
  "a macro of a higher room": [
    {
      "high/roof.rs": "#[macro_export]\nmacro_rules! roofs { () => {} }\npub struct Roof;\n",
      "low.rs": "use crate::roofs;\n",
    },
    [UP],
  ],
  "comments, texts and tests": [
    {
      "low.rs":
        '// use crate::high::Roof;\nconst TEXT: &str = "crate::high::Roof";\npub struct Stone;\n' +
        "#[cfg(test)]\nuse crate::high::Roof;\n#[cfg(test)]\nmod tests {\n    use crate::high::Roof;\n}\n" +
        '#[cfg(feature = "testing")]\npub mod testing {\n    use crate::high::Roof;\n}\n',
    },
    [],
  ],
  "files in a circle": [
    { "middle/beam.rs": "use super::Floor;\npub struct Beam(Box<Floor>);\npub fn length() {}\n" },
    [
      "s/middle/beam.rs:1: these files import each other in a circle: s/middle/beam.rs, s/middle/floor.rs",
    ],
  ],
  "a mod.rs that uses what imports it": [
    {
      "middle/mod.rs":
        "mod beam;\nmod floor;\npub use beam::Beam;\npub struct House(floor::Floor);\n",
      "middle/floor.rs": "use super::House;\npub struct Floor(Box<House>);\n",
      "high/roof.rs": "pub struct Roof;\n",
    },
    [
      "s/middle/floor.rs:1: these files import each other in a circle: s/middle/floor.rs, s/middle/mod.rs",
    ],
  ],
  "a room that the list does not name": [
    { "lib.rs": `${ROOMS["lib.rs"]}mod shed;\n`, "shed.rs": "" },
    ["s/shed:1: name this room in the list of scripts/tidy/rooms.mjs"],
  ],
  "a room that is gone": [
    { "lib.rs": "pub mod middle;\n" },
    ["scripts/tidy/rooms.mjs:1: there is no room high in s any more"],
  ],
};

for (const [what, [changed, expected]] of Object.entries(ROOM_CASES)) {
  test(`rooms: ${what}`, () => assert.deepEqual(judged(changed), expected));
}

test("rooms: an exception is let through, and named once it is idle", () => {
  const exception = ["s/low.rs"];
  assert.deepEqual(judged({ "low.rs": "use crate::high::Roof;\n" }, exception), []);
  const idle = "scripts/tidy/rooms.mjs:1: s/low.rs is in order: take it off the list of exceptions";
  assert.deepEqual(judged({}, exception), [idle]);
});

/** The findings of the rule in a UI of these files. */
const circled = (files) =>
  uiCircles(new Map(Object.entries(files).map(([name, text]) => [`ui/src/${name}`, text])));

const CIRCLE =
  "ui/src/app/Shell.tsx:1: these files import each other in a circle: ui/src/app/Shell.tsx, ui/src/home/HomePage.tsx [ui-circles]";
const SHELL = 'import HomePage from "@/home/HomePage";\n';
const CIRCLE_CASES = {
  "each in one direction": [{ "app/Shell.tsx": SHELL, "home/HomePage.tsx": "" }, []],
  "each other": [
    { "app/Shell.tsx": SHELL, "home/HomePage.tsx": 'import {\n  a,\n} from "../app/Shell";\n' },
    [CIRCLE],
  ],
  "one when it is needed": [
    { "app/Shell.tsx": SHELL, "home/HomePage.tsx": 'lazy(() => import("@/app/Shell"));\n' },
    [CIRCLE],
  ],
  "through a folder's index and a type": [
    {
      "app/index.ts": 'export { Shell } from "./Shell";\n',
      "app/Shell.tsx": SHELL,
      "home/HomePage.tsx": 'import type { Shell } from "@/app";\n',
    },
    [
      "ui/src/app/Shell.tsx:1: these files import each other in a circle: ui/src/app/Shell.tsx, ui/src/app/index.ts, ui/src/home/HomePage.tsx [ui-circles]",
    ],
  ],
  "one in a comment": [
    { "app/Shell.tsx": SHELL, "home/HomePage.tsx": '// unlike what comes from "@/app/Shell"\n' },
    [],
  ],
};

for (const [what, [files, expected]] of Object.entries(CIRCLE_CASES)) {
  test(`circles: ${what}`, () => assert.deepEqual(circled(files), expected));
}

/** The findings of the rule in a UI of these files, with `app` above `api` and `session`, which are one room. */
const ordered = (files) =>
  uiRoomProblems(new Map(Object.entries(files).map(([name, text]) => [`ui/src/${name}`, text])), [
    ["session", "api"],
    "app",
  ]);

const UI = { "session.ts": "", "api/client.ts": "", "app/Shell.tsx": 'import "@/api/client";\n' };
const UP_IN_UI =
  "ui/src/api/client.ts:2: api stands below app and may not import it: take what is needed as a prop, or move it down [ui-rooms]";
const UI_ROOM_CASES = {
  "an import downwards": [{}, []],
  "one upwards": [{ "api/client.ts": '\nimport { Shell } from "@/app/Shell";\n' }, [UP_IN_UI]],
  "one of a type": [{ "api/client.ts": '\nimport type { A } from "../app/Shell";\n' }, [UP_IN_UI]],
  "one when it is needed": [
    { "api/client.ts": '\nlazy(() => import("@/app/Shell"));\n' },
    [UP_IN_UI],
  ],
  "a room in two places": [
    { "session.ts": 'import "@/api/client";\n', "api/client.ts": 'import "@/session";\n' },
    [],
  ],
  "a test, and its helpers": [
    {
      "api/client.test.ts": 'import "@/app/Shell";\n',
      "test/screen.tsx": 'import "@/app/Shell";\n',
    },
    [],
  ],
  "a room that the list does not name": [
    { "shed/Tool.tsx": "" },
    ["ui/src/shed:1: name this room in the list of scripts/tidy/uiRooms.mjs [ui-rooms]"],
  ],
};

for (const [what, [changed, expected]] of Object.entries(UI_ROOM_CASES)) {
  test(`rooms of the UI: ${what}`, () =>
    assert.deepEqual(ordered({ ...UI, ...changed }), expected));
}

test("rooms of the UI: one that is gone", () => {
  const { "session.ts": _, ...rest } = UI;
  assert.deepEqual(ordered(rest), [
    "scripts/tidy/uiRooms.mjs:1: there is no room session in ui/src any more [ui-rooms]",
  ]);
});

test("the table of security requirements names files and tests that there are", () => {
  const table = (row) =>
    namedProblems(
      new Map([
        ["docs/asvs.md", `| 1 | ${row} |`],
        ["server/src/a.rs", "#[test]\nfn it_holds() {}\nfn helper() {}\n"],
        ["server/src/b.rs", "fn it_holds() {}\n"],
      ]),
    );
  assert.deepEqual(table("`server/src/a.rs`, `server/src/a.rs::it_holds`, `/logout`, `a.rs`"), []);
  assert.match(
    table("`server/src/c.rs`")[0],
    /^docs\/asvs\.md:1: named: there is no server\/src\/c\.rs/,
  );
  assert.match(table("`server/src/a.rs::it_held`")[0], /has no test it_held/);
  assert.match(table("`server/src/b.rs::it_holds`")[0], /has no test it_holds/);
});
