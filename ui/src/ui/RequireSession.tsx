import { type ReactNode, useContext } from "react";
import type { User } from "@/api/identity";
import { ScreenContext } from "@/navigation";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Redirect } from "./Redirect";

/** Shows a screen to customers only; a visitor logs in first and then comes back to it. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useContext(ScreenContext);
  if (!session) return <Redirect to={to("login", { back: pathname + search })} />;
  return children;
}

/** The logged-in customer. Use it only in screens for customers. */
export function useCustomer(): User {
  const session = useSession();
  if (!session) throw new Error("useCustomer needs a screen that customers alone may see");
  return session.user;
}
