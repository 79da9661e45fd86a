import { LockKeyhole } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { ScreenContext } from "@/navigation";
import { to } from "@/screens";
import { useSession } from "@/session";
import { EmptyState, LinkButton } from ".";

/** Shows content to customers, and a login button to visitors. */
export function LoginFirst({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname, search } = useContext(ScreenContext);
  const back = pathname + search;
  if (useSession()) return children;
  return (
    <EmptyState
      icon={LockKeyhole}
      text={t("loginFirst")}
      action={
        <div className="flex w-full flex-col gap-2">
          <LinkButton href={to("login", { back })}>{t("action.logIn")}</LinkButton>
          <LinkButton look="ghost" href={to("register", { back })}>
            {t("action.signUp")}
          </LinkButton>
        </div>
      }
    />
  );
}
