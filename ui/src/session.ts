import { type LoggedIn, readStoredUser, type User } from "@/api/identity";
import { platform } from "@/platform";
import { createStore, useStore } from "@/store";

const USER_KEY = "user";

/** The customer who is logged in, or null for an anonymous visitor. */
export interface Session {
  user: User;
}

const session = createStore<Session | null>(null);

export const currentSession = session.get;
/** The customer's user ID; undefined for a visitor. */
export const customerId = () => session.get()?.user.id;
export const onSessionChange = session.subscribe;
export const useSession = () => useStore(session);

/** The customer of this device's session, which may be another tab's. */
function storedUser(): User | null {
  const stored = platform.serverStorage.get(USER_KEY);
  if (!stored || !platform.session.exists()) return null;
  try {
    return readStoredUser(stored);
  } catch {
    platform.serverStorage.remove(USER_KEY);
    return null;
  }
}

const store = (user: User) => void platform.serverStorage.set(USER_KEY, JSON.stringify(user));

/** Restores the session of an earlier visit. Call it once, when the platform is known. */
export function restoreSession(): void {
  const user = storedUser();
  session.set(user && { user });
}

/** Stores the session of a login or a registration. */
export async function beginSession({ token, user }: LoggedIn): Promise<void> {
  // The user comes first: other tabs read it when the token changes.
  store(user);
  await platform.session.keep(token);
  session.set({ user });
}

/** Replaces the customer's own data, for example after a change of settings. */
export function rememberUser(user: User): void {
  // An answer may come after its customer has left.
  if (user.id !== customerId()) return;
  if (user.id === storedUser()?.id) store(user);
  session.set({ user });
}

/**
 * Adopts the customer whom the server names for this device's token: `asked` is the customer assumed before. If they
 * differ, another account is on the screen, which is remounted.
 */
export function confirmUser(user: User, asked: string | undefined): void {
  // An answer may come after its customer has left.
  if (customerId() !== asked || !platform.session.exists()) return;
  store(user);
  session.set({ user });
  const { did, times, left } = otherTab.get();
  if (asked !== undefined && user.id !== asked) {
    otherTab.set({ did, times: times + 1, left });
  }
}

/** Forgets the customer on this device: after a logout, or when the server ended the session. */
export async function endSession(): Promise<void> {
  const isStored = storedUser()?.id === customerId();
  await platform.session.clear();
  if (isStored) platform.serverStorage.remove(USER_KEY);
  session.set(null);
}

/** The change of the session by another tab of this browser, until the customer has read the notice. */
export interface OtherTab {
  did: "logIn" | "logOut" | null;
  /** The number of changes of the account under this tab. */
  times: number;
  /** The customer of this tab before. */
  left?: string;
}

export const otherTab = createStore<OtherTab>({ did: null, times: 0 });

/**
 * Follows other tabs: one browser has one session. A tab whose account another tab replaced or left leaves it too; a
 * visitor's tab becomes the customer's.
 */
export function followOtherTabs(onToken: () => void): () => void {
  return platform.session.onChange(() => {
    // A customer may have logged in again: connections authenticated by the token restart too.
    onToken();
    const before = customerId();
    const { did, times, left } = otherTab.get();
    restoreSession();
    const now = customerId();
    // After a log-out whose notice is unread, the account that was left still counts.
    const shown = before ?? (did ? left : undefined);
    if (now === before || shown === undefined) return;
    const isBack = now === shown;
    otherTab.set({
      did: isBack ? null : now ? "logIn" : "logOut",
      times: times + 1,
      left: shown,
    });
  });
}

export const dismissOtherTab = () => otherTab.set({ ...otherTab.get(), did: null });
