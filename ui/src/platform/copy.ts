/**
 * Copies text to the clipboard; false when the browser refuses. On a page without TLS, such as that of a server in
 * one's own network, browsers have no clipboard, and the library selects the text and copies the selection.
 */
export async function copy(text: string): Promise<boolean> {
  const library = await import("copy-to-clipboard");
  return library.default(text);
}
