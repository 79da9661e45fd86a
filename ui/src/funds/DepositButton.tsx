import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";

/** The way to pay in, from a list that is empty without money. In a workspace it stands in the pane beside. */
export function DepositButton() {
  const { t } = useTranslation("funds");
  const { open } = useNavigation();
  if (useContext(WorkspaceContext)) return null;
  return <Button onClick={() => open(to("deposit"))}>{t("deposit.title")}</Button>;
}
