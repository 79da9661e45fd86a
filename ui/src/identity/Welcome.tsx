import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/identity";
import { groupUserId } from "./userId";

/** Shows a new customer the ID to log in with. */
export function Welcome({ user }: { user: User }) {
  const { t } = useTranslation("identity");
  return (
    <div className="flex flex-col items-center gap-1 pt-6 pb-2 text-center">
      <CircleCheck size={40} strokeWidth={1.5} className="mb-2 text-success" aria-hidden />
      <h2 className="text-heading font-semibold">{t("welcome.title")}</h2>
      <p className="text-note text-ink-2">{t("welcome.idIs")}</p>
      <p className="num text-figure font-semibold select-all">{groupUserId(user.id)}</p>
      <p className="max-w-[300px] text-small text-ink-2">{t("welcome.idUse")}</p>
    </div>
  );
}
