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

/** Whose session this device has, be it of this tab or of another. */
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

const store = (user: User) => platform.serverStorage.set(USER_KEY, JSON.stringify(user));

/** Takes up the session that an earlier visit left. Call it once, when the platform is known. */
export function restoreSession(): void {
  const user = storedUser();
  session.set(user && { user });
}

/** Keeps what a login or a registration brought back. */
export async function beginSession({ token, user }: LoggedIn): Promise<void> {
  // The user first: other tabs look when the token changes.
  store(user);
  await platform.session.keep(token);
  session.set({ user });
}

/** Replaces the customer's own data, for example after a change of settings. */
export function rememberUser(user: User): void {
  // An answer may come when its customer has left.
  if (user.id !== customerId()) return;
  if (user.id === storedUser()?.id) store(user);
  session.set({ user });
}

/**
 * Goes by whom the server names for the token that this device sends: `asked` is whose session it was
 * taken for. Where that is another customer, what is shown is another's account, and begins anew.
 */
export function confirmUser(user: User, asked: string | undefined): void {
  // An answer may come when its customer has left.
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

/** What another tab of this browser did to the session, until the customer has read it. */
export interface OtherTab {
  did: "logIn" | "logOut" | null;
  /** How often the account changed under this tab. */
  times: number;
  /** The customer whose account this tab showed before. */
  left?: string;
}

export const otherTab = createStore<OtherTab>({ did: null, times: 0 });

/**
 * Goes by what other tabs do: one browser has one session. A tab whose account another tab replaced
 * or left leaves it too; a visitor's tab becomes the customer's.
 */
export function followOtherTabs(onToken: () => void): () => void {
  return platform.session.onChange(() => {
    // The same customer may have logged in anew: what is authenticated by the token begins anew too.
    onToken();
    const before = customerId();
    const { did, times, left } = otherTab.get();
    restoreSession();
    const now = customerId();
    // After a log-out that has not been read yet, the account that was left is still what counts.
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
