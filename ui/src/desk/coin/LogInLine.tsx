import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";

/** A visitor's place of own orders and holdings: one line with the way to log in. */
export function LogInLine() {
  const { t } = useTranslation();
  const { logIn } = useNavigation();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 py-3 text-center text-note text-ink-2">
      {t("loginFirst")}
      <button
        type="button"
        onClick={() => logIn()}
        className="min-h-11 font-semibold text-ink underline underline-offset-2"
      >
        {t("action.logIn")}
      </button>
    </p>
  );
}
