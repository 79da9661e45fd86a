/** The system's share sheet where the browser engine offers one; otherwise the clipboard. */
export async function share(content: { title: string; text: string; url?: string }) {
  if (navigator.share) {
    try {
      await navigator.share(content);
      return "shared" as const;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared" as const;
    }
  }
  await navigator.clipboard.writeText(content.url ?? content.text);
  return "copied" as const;
}
