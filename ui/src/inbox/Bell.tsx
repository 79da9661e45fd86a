import { Bell as BellIcon } from "lucide-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Later } from "@/ui/Later";
import { Link } from "@/ui/Link";

/** Loaded lazily: no first screen waits for the number. */
const UnreadBadge = lazy(() => import("./UnreadBadge"));

const LOOKS = {
  /** In the head of a tab's page, with a touch target of 44 px. */
  head: "-m-2.5 grid size-11 shrink-0 place-items-center rounded-control text-ink",
  /** At the end of a workspace's rail, like its tabs. */
  rail: "flex h-15 flex-col items-center justify-center gap-px text-[10px] font-medium",
};

interface BellProps {
  rail?: boolean;
  /** True if the inbox is on the screen. */
  current?: boolean;
}

/** Opens the inbox, with the number of unread notices; a visitor has none. */
export function Bell({ rail = false, current = false }: BellProps) {
  const { t } = useTranslation();
  const session = useSession();
  if (!session) return null;
  const color = rail ? (current ? "text-ink" : "text-ink-2") : "";
  const label = t("messages.open");
  return (
    <Link
      to={to("notices")}
      title={rail ? undefined : label}
      aria-current={current ? "page" : undefined}
      className={`${LOOKS[rail ? "rail" : "head"]} ${color}`}
    >
      <span className="relative">
        <BellIcon size={rail ? 22 : 24} strokeWidth={current ? 2 : 1.75} aria-hidden />
        <Later>
          <UnreadBadge key={session.user.id} />
        </Later>
      </span>
      <span className={rail ? undefined : "sr-only"}>{label}</span>
    </Link>
  );
}
