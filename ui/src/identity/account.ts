import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeUser } from "@/api/identity";
import { families } from "@/api/keys";
import { forgetAllForms } from "@/forms/keptForm";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { confirmUser, customerId, endSession } from "@/session";

/** Asks the server for the customer's own data, which the session keeps, and this query does not. */
export const accountCheck = queryOptions({
  queryKey: [...families.identity, "user"],
  queryFn: async ({ signal }) => {
    const asked = customerId();
    confirmUser(decodeUser(await reply(api.POST("/api/user/info", { signal }))), asked);
    return null;
  },
});

/** The longest wait for the server's log-out before the device ends its session alone. */
const LOGOUT_WITHIN_MS = 3_000;

/** Ends this device's session and opens the login. */
export function useLogOut() {
  const { open } = useNavigation();
  return useMutation({
    mutationFn: () => reply(api.POST("/logout", { signal: AbortSignal.timeout(LOGOUT_WITHIN_MS) })),
    networkMode: "always",
    // At the press: a tab closed before the answer would run nothing later.
    onMutate: forgetAllForms,
    // The customer wants to leave this device, even if the server cannot be reached.
    onSettled: async () => {
      // Deletes input since the press too.
      forgetAllForms();
      await endSession();
      open(to("login"));
    },
  });
}
