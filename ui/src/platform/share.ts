import { copy } from "./copy";

/**
 * Opens the system's share sheet with a file, from where the customer saves or sends it. False if the browser engine
 * has none for files, or refuses to open it.
 */
export async function shareFile(name: string, content: Blob): Promise<boolean> {
  const files = [new File([content], name, { type: content.type })];
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files });
    return true;
  } catch (error) {
    // The customer left the sheet.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

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
