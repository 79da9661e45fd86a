import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, EmptyState } from "@/ui";

/** Replaces a money action until the customer has a pay password to confirm it. */
export function PayPasswordFirst() {
  const { t } = useTranslation("identity");
  const { open } = useNavigation();
  return (
    <EmptyState
      icon={ShieldCheck}
      text={t("payPassword.first")}
      action={<Button onClick={() => open(to("payPassword"))}>{t("payPassword.setAction")}</Button>}
    />
  );
}
