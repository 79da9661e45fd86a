// Every rule is shown to catch what it forbids and to leave its neighbour alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { problems, RULES } from "./rules.mjs";

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
  ["core-floats", "server/src/http/body.rs", "fn f(x: f64) {}\n", null],
  ["ui-platform", "ui/src/api/client.ts", 'import { invoke } from "@tauri-apps/api/core";\n', 1],
  [
    "ui-platform",
    "ui/src/platform/tauri.ts",
    'import { invoke } from "@tauri-apps/api/core";\n',
    null,
  ],
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
  ["ui-capabilities", "ui/src/app/pages.ts", 'import("@/funds/FundsPage");\n', null],
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
