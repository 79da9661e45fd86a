import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, EmptyState } from "@/ui";

/** True if the server has no instrument of that symbol. */
export const isUnknownInstrument = (error: unknown) =>
  error instanceof ApiError && error.error === "instrument_unknown";

/** Shown for an unknown instrument, with a link to the search. */
export function UnknownInstrument() {
  const { t } = useTranslation(["market", "common"]);
  const { open } = useNavigation();
  return (
    <EmptyState
      icon={SearchX}
      text={t("market:quote.unknown")}
      action={<Button onClick={() => open(to("search"))}>{t("common:action.search")}</Button>}
    />
  );
}
