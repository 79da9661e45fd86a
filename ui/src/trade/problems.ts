import { stopOf } from "@/api/orderTerms";
import { isPositive } from "@/decimal";
import { reachedBy, stopBehind, triggerOf } from "./stops";
import type { Ticket } from "./ticket";
import { type LegMarket, type LegProblems, legProblems } from "./ticketLegs";

/** The prices of a ticket that the server would refuse for their side, as far as the newest quote shows. */
export interface Problems extends LegProblems {
  /** The price that has reached the stop. */
  stopPrice?: string;
  /** The price that is not above the trail. */
  trail?: string;
}

export function problemsOf({ terms, side, size: _, ...legs }: Ticket, now: LegMarket): Problems {
  const problems: Problems = legProblems(legs, terms, side, now);
  if (terms.type === "trailingStop") {
    const price = triggerOf(now.trigger, side, now);
    const isTyped = isPositive(terms.trail.amount ?? terms.trail.percent);
    const stands = stopBehind(price, terms.trail, side, now.tickSize) !== "";
    if (isTyped && isPositive(price) && !stands) problems.trail = price;
    return problems;
  }
  const reached = reachedBy(now.trigger, side, stopOf(terms) ?? "", now);
  if (reached !== null) problems.stopPrice = reached;
  return problems;
}

export const hasProblem = (problems: Problems) => Object.keys(problems).length > 0;
