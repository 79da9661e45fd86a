import { platform } from "@/platform";
import { customerId } from "@/session";

export interface CustomerStorage {
  get(name: string): string | null;
  /** Resolves once the value is on the device (`SettingsStore`). */
  set(name: string, value: string): Promise<void>;
  remove(name: string): void;
}

/** A device's storage for one customer of the present server. Another customer, or a visitor, has separate entries. */
export function storageOf(customer: string | undefined): CustomerStorage {
  const keyOf = (name: string) => (customer === undefined ? name : `${name}:${customer}`);
  return {
    get: (name) => platform.serverStorage.get(keyOf(name)),
    set: (name, value) => platform.serverStorage.set(keyOf(name), value),
    remove: (name) => platform.serverStorage.remove(keyOf(name)),
  };
}

/** The storage of the present customer or visitor. */
export const customerStorage = () => storageOf(customerId());
