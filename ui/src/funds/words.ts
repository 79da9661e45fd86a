/** The server's words that the UI has sentences for. Others are shown unchanged. */
const known = <T extends string>(words: readonly T[], word: string) =>
  words.find((candidate) => candidate === word);

const REFUSALS = ["not_received", "amount_differs", "sender_differs", "proof_unreadable"] as const;
/** A known reason to refuse a deposit, which the customer can do something about. */
export const refusalWord = (reason: string) => known(REFUSALS, reason);

const FAILURES = [
  ...REFUSALS,
  ...(["taken_back", "amount_too_large", "output_differs"] as const),
] as const;
/** A known reason why a deposit failed, or why coins wait. */
export const failureWord = (reason: string) => known(FAILURES, reason);

const RATE_SOURCES = [
  "market_quote",
  "hkma_zone_centre",
  "hkma_zone_centre_inverse",
  "ecb_reference",
  "paper_par",
] as const;
/** A known source of an exchange rate. */
export const rateSourceWord = (source: string) => known(RATE_SOURCES, source);

const USABLE_LINES = [
  ...(["balance", "held_for_withdrawals", "held_for_orders", "held_for_margin"] as const),
  ...(["unsettled", "new_credit", "rounding", "cooling_off", "new_address"] as const),
] as const;
/** A known line of the usable amount. */
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
/** A known reason why a withdrawal was rejected. */
export const withdrawalReasonWord = (reason: string) => known(WITHDRAWAL_REASONS, reason);

const OF_ACCOUNT = [
  "destination_unreachable",
  "holder_differs",
  "account_unknown",
  "account_closed",
  "destination_deleted",
] as const;
/** True if a withdrawal was rejected because of its account, so that another try needs another account. */
export const isOfAccount = (reason: string) => known(OF_ACCOUNT, reason) !== undefined;
