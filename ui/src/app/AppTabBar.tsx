import {
  ArrowUpDown,
  ChartNoAxesColumn,
  House,
  type LucideIcon,
  Star,
  UserRound,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { type TabName, tabs, to } from "@/screens";
import { TabBar } from "@/ui/TabBar";

const ICONS: Record<TabName, LucideIcon> = {
  home: House,
  market: ChartNoAxesColumn,
  watchlist: Star,
  trade: ArrowUpDown,
  profile: UserRound,
};

/** The five tabs of the product. */
export function AppTabBar({ current }: { current: TabName }) {
  const { t } = useTranslation();
  return (
    <TabBar
      label={t("tab.label")}
      tabs={tabs.map((tab) => ({
        href: to(tab),
        label: t(`tab.${tab}`),
        icon: ICONS[tab],
        current: tab === current,
      }))}
    />
  );
}
