/**
 * Copies text to the clipboard; false if that fails. On a page without TLS, such as that of a server in a local
 * network, browsers have no clipboard API, and the library copies a selection of the text.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    const library = await import("copy-to-clipboard");
    return await library.default(text);
  } catch {
    // The library could not be loaded: the server cannot be reached.
    return false;
  }
}
