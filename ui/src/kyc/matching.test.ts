import { expect, it } from "vitest";
import { matching } from "./matching";

const area = (code: string, ...names: string[]) => ({
  code,
  name: names[0] ?? "",
  names: [...names, code],
});
const list = [
  area("CI", "Côte d’Ivoire", "科特迪瓦", "科特迪瓦"),
  area("GB", "United Kingdom", "英国", "英國"),
  area("HK", "Hong Kong", "香港", "香港"),
  area("KN", "St. Kitts & Nevis", "圣基茨和尼维斯", "聖基茨和尼維斯"),
];

it.each([
  ["hong", ["HK"]],
  ["香", ["HK"]],
  ["英國", ["GB"]],
  ["cote d'ivoire", ["CI"]],
  ["st kitts", ["KN"]],
  ["k", ["KN", "GB", "HK"]],
  ["", ["CI", "GB", "HK", "KN"]],
  ["x", []],
])("finds by %s", (typed, codes) =>
  expect(matching(list, typed).map(({ code }) => code)).toEqual(codes),
);
