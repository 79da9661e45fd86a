import type { InstrumentDetail } from "@/api/market";

/** Whether it is a new stock that is yet to be listed. */
export const isOnItsWay = ({ offer }: InstrumentDetail) =>
  offer !== undefined && offer.status !== "listed";
