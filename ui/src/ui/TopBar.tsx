import { ChevronLeft } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { DockContext, useNavigation, useScreenName } from "@/navigation";
import { isTab } from "@/screens";
import { IconButton } from "./Button";
import { classes } from "./classes";
import { WorkspaceContext } from "./Page";
import { PageHeading } from "./PageHeading";
import { PaperBadge } from "./PaperBadge";

/** Content that the app adds at the end of each tab's head. */
export const TabEndContext = createContext<ReactNode>(null);

interface TopBarProps {
  /** The title, such as an instrument's name; the screen's title (`screens.ts`) by default. */
  title?: ReactNode;
  /** A mark before a tab's title. */
  start?: ReactNode;
  /** Icon buttons at the end. */
  end?: ReactNode;
}

/**
 * The head of a page: its title, the back button, and PAPER while the money is not real (a workspace shows it once). A
 * tab's page has a large title and no back button, nor has a page docked in a pane; every other title is centred,
 * between sides of equal width if there is room.
 */
export function TopBar({ title, start, end }: TopBarProps) {
  const { t } = useTranslation();
  const { back } = useNavigation();
  const docked = useContext(DockContext) !== null;
  const inWorkspace = useContext(WorkspaceContext);
  const tabEnd = useContext(TabEndContext);
  const tab = isTab(useScreenName()) && !docked;
  return (
    <header className="pt-safe shrink-0">
      <div
        className={classes(
          "min-h-12 items-center gap-3.5 px-4 py-1",
          tab || docked ? "flex" : "grid grid-cols-[1fr_minmax(0,auto)_1fr]",
        )}
      >
        {tab || docked ? (
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
              : classes("text-title font-semibold", docked ? "min-w-0 flex-1" : "text-center")
          }
        >
          {title}
        </PageHeading>
        <div className="flex items-center justify-end gap-3.5">
          {inWorkspace ? null : <PaperBadge />}
          {end}
          {tab ? tabEnd : null}
        </div>
      </div>
    </header>
  );
}
