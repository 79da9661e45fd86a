import {
  ArrowUpDown,
  ChartNoAxesColumn,
  House,
  type LucideIcon,
  Star,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type TabName, tabs, to } from "@/screens";
import { PaperBadge } from "@/ui/PaperBadge";
import { PlumbMark } from "@/ui/PlumbMark";
import { TabBar } from "@/ui/TabBar";

const ICONS: Record<TabName, LucideIcon> = {
  home: House,
  market: ChartNoAxesColumn,
  watchlist: Star,
  trade: ArrowUpDown,
  profile: UserRound,
};

interface AppTabBarProps {
  current: TabName;
  rail: boolean;
  /** Content for the end of the rail. */
  foot: ReactNode;
}

/** The five tabs of the product. As a rail it shows the paper badge once for all panes. */
export function AppTabBar({ current, rail, foot }: AppTabBarProps) {
  const { t } = useTranslation();
  return (
    <TabBar
      label={t("tab.label")}
      rail={rail}
      foot={rail ? foot : null}
      head={
        rail ? (
          <span className="grid justify-items-center gap-2 py-3.5">
            <PlumbMark size={28} />
            <span className="grid h-[22px] place-items-center">
              <PaperBadge />
            </span>
          </span>
        ) : null
      }
      tabs={tabs.map((tab) => ({
        href: to(tab),
        label: t(`tab.${tab}`),
        icon: ICONS[tab],
        current: tab === current,
      }))}
    />
  );
}
