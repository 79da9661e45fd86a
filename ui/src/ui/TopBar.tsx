import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { IconButton } from "./Button";
import { PageHeading } from "./PageHeading";
import { PaperBadge } from "./PaperBadge";

interface TopBarProps {
  title: ReactNode;
  /** A tab's page has a large title and no way back. */
  tab?: boolean;
  /** A mark before a tab's title. */
  start?: ReactNode;
  /** Icon buttons at the end. */
  end?: ReactNode;
}

/** The head of a page: where one is, the way back, and PAPER while the money is not real. */
export function TopBar({ title, tab = false, start, end }: TopBarProps) {
  const { t } = useTranslation();
  const { back } = useNavigation();
  return (
    <header className="pt-safe shrink-0">
      <div className="flex min-h-12 items-center gap-3.5 px-4 py-1">
        {tab ? (
          start
        ) : (
          <IconButton label={t("action.back")} onClick={() => back()}>
            <ChevronLeft size={24} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
        <PageHeading
          className={
            tab
              ? "min-w-0 flex-1 text-heading font-semibold"
              : "min-w-0 flex-1 text-center text-title font-semibold"
          }
        >
          {title}
        </PageHeading>
        <PaperBadge />
        {end}
      </div>
    </header>
  );
}
