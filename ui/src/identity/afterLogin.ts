import { type ScreenName, screenAt, to } from "@/screens";

/** The screens that lead to a session. Nobody wants to go on at one of them. */
const WAYS_IN: readonly ScreenName[] = ["login", "register", "resetPassword"];

/**
 * Where to go on with a session: at the screen that asked for one, or at the home page. The address comes from a
 * link that anybody can have made, so it counts only where it is a screen of ours.
 */
export function addressAfterLogin(back: string | undefined): string {
  const route = back === undefined ? undefined : screenAt(back);
  return back && route && !WAYS_IN.includes(route) ? back : to("home");
}
