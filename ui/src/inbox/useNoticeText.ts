import type { Notice } from "@/api/inbox";
import { useOwnText } from "@/ui";

/** The text of a notice, written by the server, with the customer's own figures hidden like others. */
export function useNoticeText({ parts }: Pick<Notice, "parts">): string {
  const own = useOwnText();
  return parts.map((part, at) => (at % 2 === 1 ? own(part) : part)).join("");
}
