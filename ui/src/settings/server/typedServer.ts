/** A server to join, with the code of an invitation; without an address the customer is asked for one. */
export interface Joining {
  server: string;
  inviteCode: string;
}

const INVITATION = /^\/r\/([A-Za-z0-9]+)\/?$/;

function read(text: string): Joining {
  const url = new URL(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (url.protocol === "plumbline:") {
    const [, inviteCode = ""] = INVITATION.exec(`/${url.host}${url.pathname}`) ?? [];
    return { server: url.searchParams.get("server") ?? "", inviteCode };
  }
  const [, inviteCode = ""] = INVITATION.exec(url.pathname) ?? [];
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return { server: isWeb ? url.origin : text, inviteCode };
}

/**
 * Reads what the customer typed, pasted or scanned: an address, with https if it names no scheme, or an invitation. The
 * host says what is wrong with anything else.
 */
export function typedServer(text: string): Joining {
  const typed = text.trim();
  try {
    return read(typed);
  } catch {
    return { server: typed, inviteCode: "" };
  }
}
