import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, EmptyState } from "@/ui";

/** An empty watchlist, with a button to add something. */
export function EmptyWatchlist() {
  const { t } = useTranslation("watchlist");
  const { open } = useNavigation();
  return (
    <EmptyState
      icon={Star}
      text={t("empty.text")}
      action={<Button onClick={() => open(to("search"))}>{t("empty.action")}</Button>}
    />
  );
}
