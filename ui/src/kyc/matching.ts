import type { Area } from "@/api/kyc";

/** The text for comparison: without case, accents and separators. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f\s.,'’&()-]/g, "")
    .toLowerCase();

/** The countries with a name that contains the typed text; those that begin with it first. */
export function matching(list: readonly Area[], typed: string): readonly Area[] {
  const sought = plain(typed);
  if (sought === "") return list;
  const begins = ({ names }: Area) => names.some((name) => plain(name).startsWith(sought));
  const has = ({ names }: Area) => names.some((name) => plain(name).includes(sought));
  return [...list.filter(begins), ...list.filter((area) => !begins(area) && has(area))];
}
