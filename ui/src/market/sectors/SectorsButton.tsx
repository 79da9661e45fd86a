import { LayoutGrid } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { IconButton } from "@/ui";

function Button() {
  const { t } = useTranslation("sectors");
  const { open } = useNavigation();
  return (
    <IconButton label={t("title")} onClick={() => open(to("sectors"))}>
      <LayoutGrid size={22} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

/** Opens the map of industries; its texts load separately. */
export const SectorsButton = () => (
  <Suspense>
    <Button />
  </Suspense>
);
