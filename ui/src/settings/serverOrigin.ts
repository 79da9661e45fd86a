/**
 * The origin of a server's address as a customer writes it, with https where no scheme is given, or
 * null when it is no address of a server. Plain http is for this device and its own network only,
 * which the customer has to ask for by writing it.
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
