/**
 * The origin of a typed server address, with https if there is no scheme, or null if it is no server address. Plain
 * http is only for this device and its own network, and has to be typed explicitly.
 */
export function serverOrigin(text: string): string | null {
  const typed = text.trim();
  if (!typed) return null;
  try {
    const { protocol, origin } = new URL(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`);
    return protocol === "https:" || protocol === "http:" ? origin : null;
  } catch {
    return null;
  }
}
