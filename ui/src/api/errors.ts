/** A refusal by the server, or of code 0 by this device. Branch on `error`, the stable word, and never on the text. */
export class ApiError extends Error {
  /** The HTTP status, which equals the envelope's code. */
  readonly code: number;
  /** The stable word, for example `insufficient_funds`; `unknown` if the reply had none. */
  readonly error: string;
  /** The refused field of the request, by its name on the wire. */
  readonly field: string | null;
  /** The server's sentence in the customer's language; empty if it sent none. */
  readonly msg: string;
  readonly detail: unknown;

  constructor(code: number, msg: string, data: unknown) {
    const refusal = (data ?? {}) as { error?: string; field?: string | null; detail?: unknown };
    super(msg || `refused with ${code}`);
    this.name = "ApiError";
    this.code = code;
    this.msg = msg;
    this.error = refusal.error ?? "unknown";
    this.field = refusal.field ?? null;
    this.detail = refusal.detail;
  }
}

/** The server could not be reached, or its reply was not in the API's format. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** A money action that got no answer: it may or may not have been carried out. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";

  constructor(cause: unknown) {
    super("no answer", { cause });
  }
}

/** True for an error that gives no verdict on the request: the server is unreachable, overloaded or broken. */
export const saysNothing = (error: unknown) =>
  !(error instanceof ApiError) || error.code >= 500 || error.code === 429;

/** True for a call that the UI itself aborted: no error is shown. */
export function isAborted(error: unknown): boolean {
  return (error as Error | null)?.name === "AbortError";
}
