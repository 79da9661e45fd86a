import type { InstrumentDetail } from "@/api/market";

/** True for a new stock that is not yet listed. */
export const isOnItsWay = ({ offer }: InstrumentDetail) =>
  offer !== undefined && offer.status !== "listed";
