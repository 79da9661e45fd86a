import { Compass } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, EmptyState, Page, TopBar } from "@/ui";

export default function NotFoundPage() {
  const { t } = useTranslation();
  const { open } = useNavigation();
  return (
    <Page top={<TopBar title={t("notFound.title")} />}>
      <EmptyState
        icon={Compass}
        text={t("notFound.text")}
        action={<Button onClick={() => open(to("home"))}>{t("notFound.action")}</Button>}
      />
    </Page>
  );
}
