import type { Client } from "openapi-fetch";
import type { paths } from "./schema";

/** The typed calls of the document: those of `openapi-fetch`, whose types these are, with what this API makes use of. */
export type Calls = Pick<Client<paths>, "GET" | "POST">;

type Value = string | number | boolean | null | undefined;

/** A call as the types above let it be written. */
interface Init extends RequestInit {
  params?: {
    path?: Record<string, Value>;
    query?: Record<string, Value | Value[]>;
    header?: Record<string, Value>;
  };
  body?: never;
  bodySerializer?: (body: unknown) => BodyInit;
  parseAs?: "blob";
}

/** The address of a call: its path with the values of its parameters, and its query without those that are absent. */
function addressOf(path: string, { path: named = {}, query = {} }: Init["params"] & object) {
  const whole = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(named[name] ?? ""));
  const search = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one == null ? [] : `${name}=${encodeURIComponent(one)}`)),
  );
  return search.length > 0 ? `${whole}?${search.join("&")}` : whole;
}

/** The body of a reply as JSON; undefined for an empty one. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

/**
 * Makes calls. A reply of success has its content as `data`; any other as `error`, which is text where it is no JSON.
 */
export function callsOf(origin: string, send: (request: Request) => Promise<Response>): Calls {
  const call =
    (method: string) =>
    async (path: string, given: Init = {}) => {
      const { params = {}, body, bodySerializer = JSON.stringify, parseAs, ...init } = given;
      const sent = body === undefined ? null : bodySerializer(body);
      const headers = new Headers(init.headers);
      // The browser names the type of a form, with the border between its parts.
      if (typeof sent === "string") headers.set("Content-Type", "application/json");
      for (const [name, value] of Object.entries(params.header ?? {})) {
        if (value != null) headers.set(name, String(value));
      }
      const address = origin + addressOf(path, params);
      const response = await send(new Request(address, { ...init, method, headers, body: sent }));
      if (response.ok) {
        return { data: parseAs ? await response[parseAs]() : await jsonOf(response), response };
      }
      const text = await response.text();
      try {
        return { error: JSON.parse(text), response };
      } catch {
        return { error: text, response };
      }
    };
  // Each call is checked by the types of the document; what it does is alike for all of them.
  return { GET: call("GET"), POST: call("POST") } as unknown as Calls;
}
