/**
 * Copies text to the clipboard; false when that fails. On a page without TLS, such as that of a server in
 * one's own network, browsers have no clipboard, and the library selects the text and copies the selection.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    const library = await import("copy-to-clipboard");
    return await library.default(text);
  } catch {
    // The library could not be loaded: the server is out of reach.
    return false;
  }
}
