import { moment, type Wire } from "./wire";

/** A customer who joined by invitation, with the data that the inviter may see. */
export interface InvitedCustomer {
  /** Two letters of the e-mail address, and its ending. */
  maskedEmail: string;
  joinedAt: number;
}

export const decodeInvited = (wire: Wire["InvitedCustomer"]): InvitedCustomer => ({
  maskedEmail: wire.email,
  joinedAt: moment(wire.createTimeTimestamp),
});
