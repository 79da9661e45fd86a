import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeUser } from "@/api/identity";
import { families } from "@/api/keys";
import { forgetAllForms } from "@/app/keptForm";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { confirmUser, customerId, endSession } from "@/session";

/** The customer's own data as the server has it now; the session goes by what it brings. */
export const userInfo = queryOptions({
  queryKey: [...families.identity, "user"],
  queryFn: async ({ signal }) => {
    const asked = customerId();
    const user = decodeUser(await reply(api.POST("/api/user/info", { signal })));
    confirmUser(user, asked);
    return user;
  },
});

/** How long the server may take to hear of a log-out before the device ends its session alone. */
const LOGOUT_WITHIN_MS = 3_000;

/** Ends this device's session and leads to the login. */
export function useLogOut() {
  const { open } = useNavigation();
  return useMutation({
    mutationFn: () => reply(api.POST("/logout", { signal: AbortSignal.timeout(LOGOUT_WITHIN_MS) })),
    networkMode: "always",
    // At the press: a tab that is closed before the server has answered comes no further.
    onMutate: forgetAllForms,
    // The customer wants to be gone from this device, also where the server cannot be told.
    onSettled: async () => {
      // What was typed since the press goes too.
      forgetAllForms();
      await endSession();
      open(to("login"));
    },
  });
}
