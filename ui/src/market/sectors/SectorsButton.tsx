import { LayoutGrid } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Card, IconButton, ListRow } from "@/ui";

function Button() {
  const { t } = useTranslation("sectors");
  const { open } = useNavigation();
  return (
    <IconButton label={t("title")} onClick={() => open(to("sectors"))}>
      <LayoutGrid size={22} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

function Row() {
  const { t } = useTranslation("sectors");
  return (
    <Card className="mt-3 py-0">
      <ListRow title={t("title")} href={to("sectors")} />
    </Card>
  );
}

/** The way to the map of industries; its words load by themselves. */
export const SectorsButton = () => (
  <Suspense>
    <Button />
  </Suspense>
);

/** The same among the filters of a workspace. */
export const SectorsRow = () => (
  <Suspense>
    <Row />
  </Suspense>
);
