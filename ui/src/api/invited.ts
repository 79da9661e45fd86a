import { moment, type Wire } from "./wire";

/** Somebody who joined by the customer's invitation, as far as the customer may know. */
export interface InvitedCustomer {
  /** Two letters of the e-mail address, and how it ends. */
  maskedEmail: string;
  joinedAt: number;
}

export const decodeInvited = (wire: Wire["InvitedCustomer"]): InvitedCustomer => ({
  maskedEmail: wire.email,
  joinedAt: moment(wire.createTimeTimestamp),
});
