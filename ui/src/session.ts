import type { User } from "@/api/types";
import { platform } from "@/platform";
import { createStore, useStore } from "@/store";

const USER_KEY = "user";

/** The customer who is logged in, or null for an anonymous visitor. */
export interface Session {
  user: User;
}

const session = createStore<Session | null>(null);

/** Takes up the session that an earlier visit left. Call it once, when the platform is known. */
export function restoreSession(): void {
  const stored = platform.storage.get(USER_KEY);
  if (!stored || !platform.session.exists()) return;
  try {
    session.set({ user: JSON.parse(stored) as User });
  } catch {
    platform.storage.remove(USER_KEY);
  }
}

/** Keeps what a login or a registration brought back. */
export async function beginSession(reply: { token: string; user: User }): Promise<void> {
  await platform.session.keep(reply.token);
  rememberUser(reply.user);
}

/** Replaces the customer's own data, for example after a change of settings. */
export function rememberUser(user: User): void {
  platform.storage.set(USER_KEY, JSON.stringify(user));
  session.set({ user });
}

/** Forgets the customer on this device: after a logout, or when the server ended the session. */
export async function endSession(): Promise<void> {
  await platform.session.clear();
  platform.storage.remove(USER_KEY);
  session.set(null);
}

export const currentSession = session.get;
/** The customer's user ID; undefined for a visitor. */
export const customerId = () => session.get()?.user.userLoginId;
export const onSessionChange = session.subscribe;
export const useSession = () => useStore(session);
