import { aborted } from "./aborted";

declare global {
  interface Window {
    /**
     * Hands on an answer that the page's first script (`first/first.js`) asked for before the app was there: once, while
     * it is fresh, and only to who speaks the same language and shows the same token.
     */
    takeFirstReply?: (
      method: string,
      address: string,
      language: string | null,
      authorization: string | null,
    ) => Promise<Response> | undefined;
  }
}

/** The answer to a request that is under way already, or none. */
export function takeFirstReply({
  method,
  url,
  headers,
  signal,
}: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url);
  const [language, authorization] = [headers.get("Accept-Language"), headers.get("Authorization")];
  const reply = window.takeFirstReply?.(method, pathname + search, language, authorization);
  return reply && Promise.race([reply, aborted(signal)]);
}
