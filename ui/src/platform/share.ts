import { copy } from "./copy";

/** The system's share sheet if the browser engine has one; otherwise the clipboard, which may refuse. */
export async function share(content: { title: string; text: string; url?: string }) {
  if (navigator.share) {
    try {
      await navigator.share(content);
      return "shared" as const;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared" as const;
    }
  }
  return (await copy(content.url ?? content.text)) ? ("copied" as const) : ("refused" as const);
}
