import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { to } from "@/routes";
import { useSession } from "@/session";
import { EmptyState, LinkButton } from "@/ui";

/** Shows what belongs to a customer to a customer, and to a visitor the way to become one. */
export function LoginFirst({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  if (useSession()) return children;
  return (
    <EmptyState
      icon={LockKeyhole}
      text={t("loginFirst")}
      action={
        <div className="flex w-full flex-col gap-2">
          <LinkButton href={to("login")}>{t("action.logIn")}</LinkButton>
          <LinkButton look="ghost" href={to("register")}>
            {t("action.signUp")}
          </LinkButton>
        </div>
      }
    />
  );
}
