import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";

/** Opens the deposit screen from an empty list. In a workspace another pane has it. */
export function DepositButton() {
  const { t } = useTranslation("funds");
  const { open } = useNavigation();
  if (useContext(WorkspaceContext)) return null;
  return <Button onClick={() => open(to("deposit"))}>{t("deposit.title")}</Button>;
}
