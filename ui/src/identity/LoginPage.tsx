import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { api, reply } from "@/api/client";
import { decodeLoggedIn } from "@/api/identity";
import { showRefusal } from "@/api/showRefusal";
import { PasswordField } from "@/forms/PasswordField";
import type { WayInQuery } from "@/screenQueries";
import { to } from "@/screens";
import { beginSession, useSession } from "@/session";
import { Field, Form, Page, PlumbMark, TopBar } from "@/ui";
import { fieldOf } from "@/ui/fieldOf";
import { Link } from "@/ui/Link";
import { Return } from "@/ui/Redirect";
import { addressAfterLogin } from "./afterLogin";

interface Login {
  username: string;
  password: string;
}

function useLogin() {
  const { t } = useTranslation("identity");
  const form = useForm<Login>({
    defaultValues: { username: "", password: "" },
    resolver: zodResolver(
      z.object({
        username: z.string().check(z.trim(), z.minLength(1, t("rule.usernameRequired"))),
        password: z.string().check(z.minLength(1, t("rule.passwordRequired"))),
      }),
    ),
  });
  const login = useMutation({
    mutationFn: (body: Login) => reply(api.POST("/loginByUsername", { body })).then(decodeLoggedIn),
    meta: { quiet: true },
    onSuccess: beginSession,
    onError: (error) => showRefusal(form, error, { login_failed: "password" }),
  });
  return { form, login, submit: form.handleSubmit((values) => login.mutate(values)) };
}

/** Opens a session with a user ID or an e-mail and the password. */
export default function LoginPage({ back }: WayInQuery) {
  const { t } = useTranslation(["identity", "common"]);
  const { form, login, submit } = useLogin();
  if (useSession()) return <Return to={addressAfterLogin(back)} />;
  return (
    <Page top={<TopBar />}>
      <div className="flex flex-col items-center gap-2 pt-6 pb-8 text-center">
        <PlumbMark size={44} />
        <p className="text-heading font-semibold">{t("identity:login.welcome")}</p>
      </div>
      <Form
        onSubmit={submit}
        action={t("common:action.logIn")}
        busy={login.isPending}
        error={form.formState.errors.root?.message}
      >
        <Field
          {...fieldOf(form, "username")}
          label={t("identity:field.username")}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <PasswordField
          {...fieldOf(form, "password")}
          label={t("identity:field.password")}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <Link
          to={to("resetPassword", { back })}
          className="-my-1 self-end px-1 py-2.5 text-small font-medium"
        >
          {t("identity:login.forgot")}
        </Link>
      </Form>
      <p className="mt-5 text-center text-note text-ink-2">
        {t("identity:login.newHere")}{" "}
        <Link to={to("register", { back })} replace className="-m-2 p-2 font-semibold text-ink">
          {t("common:action.signUp")}
        </Link>
      </p>
    </Page>
  );
}
