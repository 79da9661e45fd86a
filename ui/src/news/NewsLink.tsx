import { Newspaper } from "lucide-react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { Link } from "@/ui/Link";

/** A link to the news, for the end of a line. */
export function NewsLink() {
  const { t } = useTranslation("news");
  return (
    <Link
      to={to("news")}
      className="relative inline-flex min-h-6 items-center gap-1.5 before:absolute before:-inset-y-2 before:inset-x-0 before:content-[''] text-small font-medium text-ink-2"
    >
      <Newspaper size={16} strokeWidth={1.75} aria-hidden />
      {t("title")}
    </Link>
  );
}
