import { expect, it } from "vitest";
import { typedServer } from "./typedServer";

it.each([
  ["plumb.example", "https://plumb.example", ""],
  [" https://plumb.example/ ", "https://plumb.example", ""],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080", ""],
  ["localhost:8080", "https://localhost:8080", ""],
  ["https://plumb.example/some/path", "https://plumb.example", ""],
  ["https://plumb.example/r/AB12CD", "https://plumb.example", "AB12CD"],
  ["plumb.example:8443/r/AB12CD", "https://plumb.example:8443", "AB12CD"],
  [
    "plumbline://r/AB12CD?server=https%3A%2F%2Fplumb.example%3A8443",
    "https://plumb.example:8443",
    "AB12CD",
  ],
  ["plumbline://r/AB12CD", "", "AB12CD"],
  ["ftp://plumb.example", "ftp://plumb.example", ""],
  ["not an address", "not an address", ""],
  ["", "", ""],
])("%j is the server %s with the code %s", (typed, server, inviteCode) => {
  expect(typedServer(typed)).toEqual({ server, inviteCode });
});
