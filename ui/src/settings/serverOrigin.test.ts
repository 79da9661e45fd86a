import { expect, it } from "vitest";
import { serverOrigin } from "./serverOrigin";

it.each([
  ["plumb.example", "https://plumb.example"],
  [" https://plumb.example/ ", "https://plumb.example"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["localhost:8080", "https://localhost:8080"],
  ["https://plumb.example/some/path", "https://plumb.example"],
  ["ftp://plumb.example", null],
  ["javascript://alert", null],
  ["", null],
  ["not an address", null],
])("%j is the server %s", (typed, origin) => {
  expect(serverOrigin(typed)).toBe(origin);
});
