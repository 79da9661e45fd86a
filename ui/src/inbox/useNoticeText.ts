import type { Notice } from "@/api/inbox";
import { useOwnText } from "@/ui";

/** What a notice of such a subject counts is the customer's own; of the others it names devices and accounts. */
const COUNTED: readonly Notice["subject"][] = ["order", "deposit", "withdrawal", "position"];

const FIGURE = /\u2212?\d+(?:,\d{3})*(?:\.\d+)?/g;

/** Figures are a part of a word, as in `****3000` and `3M`, or the instrument's code, which stands in brackets. */
const isWord = (before: string, after: string) =>
  /[\w*.…]$/.test(before) || /^\w/.test(after) || (/[(（]$/.test(before) && /^[)）]/.test(after));

/** The sentence of a notice, in which the server has written the figures out, with those hidden that others are. */
export function useNoticeText({ subject, text }: Pick<Notice, "subject" | "text">): string {
  const own = useOwnText();
  if (!COUNTED.includes(subject)) return text;
  return text.replace(FIGURE, (figure, at: number) =>
    isWord(text.slice(0, at), text.slice(at + figure.length)) ? figure : own(figure),
  );
}
