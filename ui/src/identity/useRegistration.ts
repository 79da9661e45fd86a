import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { api, reply } from "@/api/client";
import { decodeLoggedIn } from "@/api/identity";
import { showRefusal } from "@/api/showRefusal";
import { beginSession } from "@/session";
import { codeRule, emailRule, passwordRule, repeated } from "./rules";
import { useRuleTexts } from "./useRuleTexts";

interface Registration {
  email: string;
  code: string;
  password: string;
  repeat: string;
  inviteCode: string;
}

/** The error words whose refusals are shown next to a field, of the registration and the code call. */
const FIELD_OF = {
  email_invalid: "email",
  email_taken: "email",
  code_invalid: "code",
  code_expired: "code",
  too_many_tries: "code",
  password_length: "password",
  invite_code_unknown: "inviteCode",
} as const;

/** The form that opens an account with its session. */
export function useRegistration(inviteCode: string) {
  const texts = useRuleTexts();
  const form = useForm<Registration>({
    defaultValues: { email: "", code: "", password: "", repeat: "", inviteCode },
    resolver: zodResolver(
      z
        .object({
          email: emailRule(texts),
          code: codeRule(texts),
          password: passwordRule(texts),
          repeat: z.string(),
          inviteCode: z.string().check(z.trim()),
        })
        .check(repeated("password", texts)),
    ),
  });
  const onRefused = (error: unknown) => showRefusal(form, error, FIELD_OF);
  const register = useMutation({
    mutationFn: ({ email, code, password, inviteCode: invitedBy }: Registration) =>
      reply(
        api.POST("/register/email", {
          body: { email, code, password, ...(invitedBy ? { inviteCode: invitedBy } : {}) },
        }),
      ).then(decodeLoggedIn),
    meta: { quiet: true },
    onSuccess: beginSession,
    onError: onRefused,
  });
  return {
    form,
    register,
    onRefused,
    emailToUse: async () => ((await form.trigger("email")) ? form.getValues("email").trim() : null),
    submit: form.handleSubmit((values) => register.mutate(values)),
  };
}
