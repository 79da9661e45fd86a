import { useEffect } from "react";
import { useNavigation } from "@/navigation";

/** Opens another screen, which replaces this one in the history. */
export function Redirect({ to }: { to: string }) {
  const { open } = useNavigation();
  useEffect(() => open(to, { replace: true }), [open, to]);
  return null;
}

/** Returns to where the customer came from, without leaving this screen in the history. */
export function Return({ to }: { to: string }) {
  const { returnTo } = useNavigation();
  useEffect(() => returnTo(to), [returnTo, to]);
  return null;
}
