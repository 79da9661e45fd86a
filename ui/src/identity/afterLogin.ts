import { type ScreenName, screenAt, to } from "@/screens";

/** The screens that lead to a session, which are no targets after a login. */
const WAYS_IN: readonly ScreenName[] = ["login", "register", "resetPassword"];

/**
 * The screen to open after a login: the one that asked for it, or the home page. Anybody can have made the link with
 * the address, so it must be one of our screens.
 */
export function addressAfterLogin(back: string | undefined): string {
  const route = back === undefined ? undefined : screenAt(back);
  return back && route && !WAYS_IN.includes(route) ? back : to("home");
}
