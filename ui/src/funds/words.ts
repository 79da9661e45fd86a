/** The words of the server that the UI has sentences for. Others are shown as they come. */
const known = <T extends string>(words: readonly T[], word: string) =>
  words.find((candidate) => candidate === word);

const REFUSALS = ["not_received", "amount_differs", "sender_differs", "proof_unreadable"] as const;
/** Why a reviewer refused a deposit: there is something that the customer can do about it. */
export const refusalWord = (reason: string) => known(REFUSALS, reason);

const FAILURES = [
  ...REFUSALS,
  ...(["taken_back", "amount_too_large", "output_differs"] as const),
] as const;
/** Why a deposit failed, or why coins wait. */
export const failureWord = (reason: string) => known(FAILURES, reason);

const RATE_SOURCES = [
  "market_quote",
  "hkma_zone_centre",
  "hkma_zone_centre_inverse",
  "ecb_reference",
  "paper_par",
] as const;
/** Where an exchange rate comes from. */
export const rateSourceWord = (source: string) => known(RATE_SOURCES, source);

const USABLE_LINES = [
  ...(["balance", "held_for_withdrawals", "held_for_orders", "held_for_margin"] as const),
  ...(["unsettled", "new_credit", "rounding", "cooling_off", "new_address"] as const),
] as const;
/** A part of what can be withdrawn. */
export const usableLineWord = (name: string) => known(USABLE_LINES, name);

const WITHDRAWAL_REASONS = [
  "destination_unreachable",
  "holder_differs",
  "not_authorised",
  "returned",
  "account_unknown",
  "account_closed",
  "not_taken",
  "destination_deleted",
  "identity_unverified",
  "cooling_off",
  "new_address",
] as const;
/** Why a withdrawal was rejected. */
export const withdrawalReasonWord = (reason: string) => known(WITHDRAWAL_REASONS, reason);

const OF_ACCOUNT = [
  "destination_unreachable",
  "holder_differs",
  "account_unknown",
  "account_closed",
  "destination_deleted",
] as const;
/** Whether a withdrawal was rejected for the account that it was to go to, so that another try needs another account. */
export const isOfAccount = (reason: string) => known(OF_ACCOUNT, reason) !== undefined;
