import { currentLanguage } from "@/i18n";
import { platform } from "@/platform";
import { hearServerClock } from "@/platform/serverClock";
import { customerId } from "@/session";
import { callsOf } from "./calls";
import { ApiError, isAborted, NetworkError } from "./errors";

/** The server aborts a call after this time too: a later reply is lost. */
const TIMEOUT_MS = 120_000;

/** The error word for a session that has ended. All others concern the request. */
const SESSION_ENDED = "session_required";

type Listener = () => void;
let sessionLost: Listener = () => undefined;

/** Sets the listener for a session that the server has ended. Set once by the app. */
export function onSessionLost(listener: Listener): void {
  sessionLost = listener;
}

/** Aborts a call when a signal does. (`AbortSignal.any` needs Safari 17.4, newer than the oldest version supported.) */
function endWith(call: AbortController, signal: AbortSignal): void {
  const end = () => call.abort(signal.reason);
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true, signal: call.signal });
}

/** A call that is under way. */
interface Call {
  end: AbortController;
  /** The repetition that aborted this call. */
  repeat?: Promise<Response>;
}

const underway = new Map<string, Call>();

/** Aborts a call whose customer has logged out: it must neither use another's token nor give them its answer. */
function checkCustomer(asked: string | undefined): void {
  if (customerId() !== asked) throw new DOMException("the customer has left", "AbortError");
}

/**
 * Sends a request; a repetition of a call under way aborts the earlier one. The earlier one, if it is a GET, gets the
 * repetition's answer: two parts of a screen may read the same data at once.
 */
async function send(request: Request): Promise<Response> {
  const customer = customerId();
  // The same body under two keys is two intentions, neither of which aborts the other.
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
    // Cloned before this call reads it: a body can be read once.
    earlier.repeat = answer.then((response) => response.clone());
    // Prevents an unhandled rejection: the earlier call may have its own answer already.
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
    hearServerClock(response);
    checkCustomer(customer);
    return response;
  } catch (error) {
    if (call.repeat && !request.signal.aborted) {
      return call.repeat.catch((failed) => {
        if (!isAborted(failed)) throw failed;
        // The repetition was aborted; this call, if its customer is still logged in, is sent again.
        checkCustomer(customer);
        return send(request);
      });
    }
    // Chrome before 124 reports every abort as an AbortError, also one by a time limit.
    throw signal.aborted ? signal.reason : error;
  }
}

/** The calls of the server, in the reader's language. */
export const api = callsOf(
  typeof location === "undefined" ? "" : location.origin,
  async (request) => {
    request.headers.set("Accept-Language", currentLanguage());
    // A login of this moment is known a turn later: nothing asked before it leaves with its token.
    await Promise.resolve();
    return send(request);
  },
);

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

/** Waits for a call, and throws NetworkError if there was no answer. */
async function outcomeOf<O>(call: Promise<O>): Promise<O> {
  try {
    return await call;
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new NetworkError(String(error), { cause: error });
  }
}

/**
 * Waits for a call of `api` and returns the envelope's data, for example `reply(api.GET("/market/list", { params: {
 * query } }))`. Throws ApiError for a refusal, NetworkError if there was no answer, and a DOMException named AbortError
 * if the call was aborted.
 */
export async function reply<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await outcomeOf(call);
  if (error !== undefined || !data) throw refusal(response.status, error);
  return data.data;
}

/** `reply` for a call whose answer is a file: give it `parseAs: "blob"`. */
export async function replyFile(
  call: Promise<{ data?: Blob; error?: unknown; response: Response }>,
): Promise<Blob> {
  const { data, error, response } = await outcomeOf(call);
  if (error !== undefined || !data) throw refusal(response.status, error);
  return data;
}

/** The headers of a call that moves money or places, changes or cancels an order. */
export const withKey = (key: string) => ({ "Idempotency-Key": key });
