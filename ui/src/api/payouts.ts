import { encodeFile, fileIn } from "./fileAddress";
import type { FileId } from "./files";
import { moment, momentOrNull, type Wire } from "./wire";

/** `card` is a bank account or the one behind a card, `wallet` an address on a chain. */
export type PayoutKind = Wire["AccountType"];
export type Chain = Wire["Chain"];

/** The destination of money, as typed by a customer; absent parts are empty. */
export interface PayoutDetails {
  bankName: string;
  accountName: string;
  /** An IBAN, or the bank's own number. Not beside `cardNumber`. */
  accountNumber: string;
  cardNumber: string;
  swiftCode: string;
  abaRoutingNumber: string;
  region: string;
  city: string;
  postalCode: string;
  branchAddress: string;
  personalAddress: string;
  currency: string;
  chain: Chain | "";
  address: string;
}

/** A saved account that money can be sent to. */
export interface Payout {
  id: string;
  kind: PayoutKind;
  /** The end of its number or address, the only part that is sent: `****3000`. */
  end: string;
  /** True if it has a card number, not an account number. */
  hasCardNumber: boolean;
  /** All details but the numbers and the address. */
  details: PayoutDetails;
  /** A picture of the card. */
  image: FileId | null;
  /** The end of the lock that follows saving or changing the account. */
  lockedUntil: number | null;
  savedAt: number;
}

/** The fields of an account's form: its details, and the picture of the card; empty if absent. */
export interface TypedPayout extends PayoutDetails {
  image: FileId;
}

export const noDetails: PayoutDetails = {
  bankName: "",
  accountName: "",
  accountNumber: "",
  cardNumber: "",
  swiftCode: "",
  abaRoutingNumber: "",
  region: "",
  city: "",
  postalCode: "",
  branchAddress: "",
  personalAddress: "",
  currency: "",
  chain: "",
  address: "",
};

export const decodePayout = (wire: Wire["PayoutReply"]): Payout => ({
  id: wire.id,
  kind: wire.type,
  end: wire.accountNumber ?? wire.cardNumber ?? wire.address ?? "",
  hasCardNumber: wire.cardNumber != null,
  details: {
    ...noDetails,
    bankName: wire.bankName ?? "",
    accountName: wire.accountName ?? "",
    swiftCode: wire.swiftCode ?? "",
    abaRoutingNumber: wire.abaRoutingNumber ?? "",
    region: wire.region ?? "",
    city: wire.city ?? "",
    postalCode: wire.postalCode ?? "",
    branchAddress: wire.branchAddress ?? "",
    personalAddress: wire.personalAddress ?? "",
    currency: wire.currency ?? "",
    chain: wire.chain ?? "",
  },
  image: wire.imageUrl ? fileIn(wire.imageUrl) : null,
  lockedUntil: momentOrNull(wire.lockedUntilTimestamp),
  savedAt: moment(wire.createTimeTimestamp),
});

type SentDetails = Wire["PayoutDetails"];

/** The typed details that differ from the saved ones: absent ones stay, and empty ones are removed. */
export function changedDetails(typed: PayoutDetails, before: PayoutDetails): SentDetails {
  const names = Object.keys(noDetails) as (keyof PayoutDetails)[];
  const texts = names.map((name) => [name, typed[name].trim()] as const);
  return Object.fromEntries(texts.filter(([name, text]) => text !== before[name]));
}

export const encodeNewPayout = (kind: PayoutKind, { image, ...typed }: TypedPayout) => ({
  type: kind,
  ...changedDetails(typed, noDetails),
  ...(image ? { imageUrl: encodeFile(image) } : {}),
});

/** The changes to a saved account; a removed picture is an empty address. */
export const encodeChange = (saved: Payout, { image, ...typed }: TypedPayout) => ({
  ...changedDetails(typed, saved.details),
  ...(image === (saved.image ?? "") ? {} : { imageUrl: image ? encodeFile(image) : "" }),
});
