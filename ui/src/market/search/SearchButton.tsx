import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { IconButton } from "@/ui";

/** Opens the search from a tab's top bar. */
export function SearchButton() {
  const { t } = useTranslation();
  const { open } = useNavigation();
  return (
    <IconButton label={t("action.search")} aria-keyshortcuts="/" onClick={() => open(to("search"))}>
      <Search size={24} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
