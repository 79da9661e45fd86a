import createClient from "openapi-fetch";
import { currentLanguage } from "@/i18n";
import { platform } from "@/platform";
import { customerId } from "@/session";
import { ApiError, isAborted, NetworkError } from "./errors";
import type { paths } from "./schema";

/** The server gives a call up after this long too: what takes longer has been lost on the way. */
const TIMEOUT_MS = 120_000;

/** The word that is about the session itself. A refusal in any other is about what was asked for. */
const SESSION_ENDED = "session_required";

type Listener = () => void;
let sessionLost: Listener = () => undefined;

/** Says what happens when the server no longer knows the session. Set once by the app. */
export function onSessionLost(listener: Listener): void {
  sessionLost = listener;
}

/** Aborts a call when a signal does. (`AbortSignal.any` came with Safari 17.4, which is newer than what we promise.) */
function endWith(call: AbortController, signal: AbortSignal): void {
  const end = () => call.abort(signal.reason);
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true, signal: call.signal });
}

/** A call that is under way. */
interface Call {
  end: AbortController;
  /** The same call repeated, which ended this one. */
  repeat?: Promise<Response>;
}

const underway = new Map<string, Call>();

/** Gives a call up whose customer has left: another's token is not for it, and its answer for nobody. */
function checkCustomer(asked: string | undefined): void {
  if (customerId() !== asked) throw new DOMException("the customer has left", "AbortError");
}

/**
 * Sends a request; the same call repeated while it is under way aborts the earlier one. What only reads has the answer of
 * its repeat then: two parts of a screen may ask for the same at once.
 */
async function send(request: Request): Promise<Response> {
  const customer = customerId();
  // Under two keys the same body is two intentions, neither of which ends the other.
  const intention = request.headers.get("Idempotency-Key") ?? "";
  const body = await request.clone().text();
  const key = `${request.method} ${request.url} ${intention} ${body}`;
  const earlier = underway.get(key);
  const call: Call = { end: new AbortController() };
  underway.set(key, call);
  endWith(call.end, request.signal);
  endWith(call.end, AbortSignal.timeout(TIMEOUT_MS));
  const answer = perform(request, call, customer).finally(() => {
    if (underway.get(key) === call) underway.delete(key);
  });
  if (earlier && request.method === "GET") {
    // Asked for before this call reads it: an answer can be read once.
    earlier.repeat = answer.then((response) => response.clone());
    // The earlier call may have its own answer already.
    earlier.repeat.catch(() => undefined);
  }
  earlier?.end.abort();
  return answer;
}

async function perform(
  request: Request,
  call: Call,
  customer: string | undefined,
): Promise<Response> {
  const { signal } = call.end;
  try {
    checkCustomer(customer);
    const response = await platform.send(new Request(request, { signal }));
    checkCustomer(customer);
    return response;
  } catch (error) {
    if (call.repeat && !request.signal.aborted) {
      return call.repeat.catch((failed) => {
        if (!isAborted(failed)) throw failed;
        // Whoever repeated it has gone; this one is still waited for, by the same customer.
        checkCustomer(customer);
        return send(request);
      });
    }
    // Chrome before 124 calls every end an AbortError, also the one that a time limit made.
    throw signal.aborted ? signal.reason : error;
  }
}

const client = createClient<paths>({
  baseUrl: typeof location === "undefined" ? "" : location.origin,
  fetch: send,
});

client.use({
  onRequest({ request }) {
    request.headers.set("Accept-Language", currentLanguage());
    return request;
  },
});

interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
}

interface Outcome<T> {
  data?: Envelope<T>;
  error?: unknown;
  response: Response;
}

function refusal(status: number, body: unknown): ApiError | NetworkError {
  const envelope = body as Partial<Envelope<unknown>> | undefined;
  if (typeof envelope?.code !== "number") return new NetworkError(`unreadable reply, ${status}`);
  const error = new ApiError(envelope.code, envelope.msg ?? "", envelope.data);
  if (error.error === SESSION_ENDED && platform.session.exists()) sessionLost();
  return error;
}

/** Waits for a call, and throws NetworkError where there was no answer. */
async function outcomeOf<O>(call: Promise<O>): Promise<O> {
  try {
    return await call;
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new NetworkError(String(error), { cause: error });
  }
}

/**
 * Waits for a call of `api` and gives the envelope's data, for example
 * `reply(api.GET("/market/list", { params: { query } }))`.
 * Throws ApiError for a refusal, NetworkError where there was no answer, and a DOMException named
 * AbortError where the call was given up.
 */
export async function reply<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await outcomeOf(call);
  if (error !== undefined || !data) throw refusal(response.status, error);
  return data.data;
}

/** The same for a call whose answer is a file: give it `parseAs: "blob"`. */
export async function replyFile(
  call: Promise<{ data?: Blob; error?: unknown; response: Response }>,
): Promise<Blob> {
  const { data, error, response } = await outcomeOf(call);
  if (error !== undefined || !data) throw refusal(response.status, error);
  return data;
}

/** The headers of a call that moves money or places, changes or cancels an order. */
export const withKey = (key: string) => ({ "Idempotency-Key": key });

export { client as api };
