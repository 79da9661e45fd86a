import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/identity";
import { Card, CopyButton } from "@/ui";
import { accountCheck } from "./account";
import { groupUserId } from "./userId";

interface IdentityCardProps {
  user: User;
  /** Content beside the identity. */
  children?: ReactNode;
}

/** The logged-in customer: the ID, the e-mail address, and a tile with the ID's first two digits. */
export function IdentityCard({ user, children }: IdentityCardProps) {
  const { t } = useTranslation("identity");
  useQuery(accountCheck);
  return (
    <Card className="flex items-center gap-3.5">
      <span
        aria-hidden
        className="num grid size-12 shrink-0 place-items-center rounded-control bg-primary text-title font-semibold text-on-primary"
      >
        {user.id.slice(0, 2)}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <p className="num text-title font-semibold">ID {groupUserId(user.id)}</p>
          {children}
        </div>
        <p className="truncate text-small text-ink-2">{user.email}</p>
      </div>
      <CopyButton label={t("account.copyId")} text={user.id} className="-mr-2.5" />
    </Card>
  );
}
