// The two people who decide where there is no autopilot, and their commands.
import type { Server } from "./server";

const REVIEWERS = ["Cy", "Di"] as const;

type Kind = "deposit" | "identity" | "withdrawal";

/** The number of the request of a kind that has waited longest. */
function waiting(server: Server, kind: Kind): string {
  const line = server
    .command("review", "list")
    .split("\n")
    .find((row) => row.startsWith(kind));
  const [, id] = (line ?? "").split(/\s+/);
  if (!id) throw new Error(`no ${kind} waits for its review`);
  return id;
}

/** Both approve the waiting request of a kind. */
export function approve(server: Server, kind: Kind): void {
  const id = waiting(server, kind);
  for (const name of REVIEWERS) server.command("review", "approve", kind, id, "--reviewer", name);
}

/** Both refuse the waiting request of a kind, for the same reasons. */
export function refuse(server: Server, kind: Kind, reasons: readonly string[]): void {
  const id = waiting(server, kind);
  const why = reasons.flatMap((reason) => ["--reason", reason]);
  for (const name of REVIEWERS) {
    server.command("review", "refuse", kind, id, ...why, "--reviewer", name);
  }
}

/** Both send approved withdrawals, or report what became of them. */
export function payOut(server: Server, ...line: string[]): void {
  for (const name of REVIEWERS) server.command("payouts", ...line, "--reviewer", name);
}
