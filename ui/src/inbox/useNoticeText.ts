import type { Notice } from "@/api/inbox";
import { useOwnText } from "@/ui";

/** The subjects whose notices contain the customer's own figures; other notices name devices and accounts. */
const COUNTED: readonly Notice["subject"][] = ["order", "deposit", "withdrawal", "position"];

const FIGURE = /\u2212?\d+(?:,\d{3})*(?:\.\d+)?/g;

/** True for figures that are part of a word, as in `****3000` and `3M`, or the instrument's code, in brackets. */
const isWord = (before: string, after: string) =>
  /[\w*.…]$/.test(before) || /^\w/.test(after) || (/[(（]$/.test(before) && /^[)）]/.test(after));

/** The text of a notice, written by the server, with figures hidden like others. */
export function useNoticeText({ subject, text }: Pick<Notice, "subject" | "text">): string {
  const own = useOwnText();
  if (!COUNTED.includes(subject)) return text;
  return text.replace(FIGURE, (figure, at: number) =>
    isWord(text.slice(0, at), text.slice(at + figure.length)) ? figure : own(figure),
  );
}
