import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/api/serverFacts";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, Card } from "@/ui";

/** Shown to an anonymous visitor in place of assets. */
export function Invitation() {
  const { t } = useTranslation(["home", "common"]);
  const { open } = useNavigation();
  const isPaper = useServerFacts().data?.mode === "paper";
  return (
    <Card>
      <p className="text-heading font-semibold tracking-[-0.01em]">{t("home:invitation.title")}</p>
      <p className="mt-1.5 text-note text-ink-2">
        {isPaper ? t("home:invitation.paper") : t("home:invitation.live")}
      </p>
      <div className="mt-4 flex gap-2.5">
        <Button look="ghost" onClick={() => open(to("login"))}>
          {t("common:action.logIn")}
        </Button>
        <Button onClick={() => open(to("register"))}>{t("common:action.signUp")}</Button>
      </div>
    </Card>
  );
}
