import { useEffect } from "react";
import { useNavigation } from "@/navigation";

/** Leads on to another screen, which takes this one's place in the history. */
export function Redirect({ to }: { to: string }) {
  const { open } = useNavigation();
  useEffect(() => open(to, { replace: true }), [open, to]);
  return null;
}

/** Goes on where somebody came from, without leaving this screen in the history. */
export function Return({ to }: { to: string }) {
  const { returnTo } = useNavigation();
  useEffect(() => returnTo(to), [returnTo, to]);
  return null;
}
