import { CalendarDays } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { IconButton } from "@/ui";
import { SearchButton } from "../search/SearchButton";

/** Buttons at the end of the Markets tab's head: coming events, and the search. */
export function MarketButtons() {
  const { t } = useTranslation("market");
  const { open } = useNavigation();
  return (
    <>
      <IconButton label={t("events.title")} onClick={() => open(to("events"))}>
        <CalendarDays size={24} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <SearchButton />
    </>
  );
}
