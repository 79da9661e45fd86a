import { describe, expect, it } from "vitest";
import type { WatchlistEntry } from "@/api/watchlist";
import { inOrder, rowsOf, withPut, withTaken } from "./groups";

const entries = ["1", "2", "3"].map((entryId) => ({ entryId }) as WatchlistEntry);
const tech = { id: "t", name: "Tech", entryIds: ["3", "1"] };
const asia = { id: "a", name: "Asia", entryIds: ["2"] };
const idsOf = (groups: { entryIds: string[] }[]) => groups.map(({ entryIds }) => entryIds);

describe("the rows of a group", () => {
  it("stand in the group's order, without what is watched no more", () => {
    expect(rowsOf(undefined, entries)).toBe(entries);
    expect(rowsOf(tech, entries).map(({ entryId }) => entryId)).toEqual(["3", "1"]);
    expect(rowsOf({ ...tech, entryIds: ["9", "1"] }, entries)).toHaveLength(1);
  });
});

describe("groups before the server has answered", () => {
  it("take a row at the top, once, and give it up where it moves from", () => {
    expect(idsOf(withPut([tech, asia], "2", "t"))).toEqual([["2", "3", "1"], ["2"]]);
    expect(idsOf(withPut([tech, asia], "3", "a", "t"))).toEqual([["1"], ["3", "2"]]);
    expect(idsOf(withPut([tech, asia], "3", "t", "t"))).toEqual([["3", "1"], ["2"]]);
  });

  it("let a row go, and stand in another order", () => {
    expect(idsOf(withTaken([tech, asia], "3", "t"))).toEqual([["1"], ["2"]]);
    expect(inOrder([tech, asia], ["a", "t"])).toEqual([asia, tech]);
  });
});
