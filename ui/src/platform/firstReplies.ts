import { aborted } from "./aborted";

declare global {
  interface Window {
    /**
     * Returns an answer that the page's first script (`first/first.js`) requested before the app was loaded: once,
     * while it is fresh, and only for the same language and token.
     */
    takeFirstReply?: (
      method: string,
      address: string,
      language: string | null,
      authorization: string | null,
    ) => Promise<Response> | undefined;
  }
}

/** The answer to a request already under way, if there is one. */
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
