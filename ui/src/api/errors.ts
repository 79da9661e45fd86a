/** A refusal by the server. Branch on `error`, the stable word, and never on the text. */
export class ApiError extends Error {
  /** The HTTP status, which equals the envelope's code. */
  readonly code: number;
  /** The stable word, for example `insufficient_funds`; `unknown` where the reply named none. */
  readonly error: string;
  /** The request's field that was refused, as the wire names it. */
  readonly field: string | null;
  /** The server's sentence in the customer's language; empty when it sent none. */
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

/** The server could not be reached, or its reply was not one of ours. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** A money action whose answer did not arrive: whether it was done is not known. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";

  constructor(cause: unknown) {
    super("no answer", { cause });
  }
}

/** No answer, or none that says anything about what was asked: the server is overloaded or broken. */
export const saysNothing = (error: unknown) =>
  !(error instanceof ApiError) || error.code >= 500 || error.code === 429;

/** True for a call that the UI itself gave up: it is silent. */
export function isAborted(error: unknown): boolean {
  return (error as Error | null)?.name === "AbortError";
}
