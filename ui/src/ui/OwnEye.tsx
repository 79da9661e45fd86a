import { Eye, EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./Button";
import { classes } from "./classes";
import { hideOwn, useOwnHidden } from "./Own";

/** The eye button that hides and shows the customer's own amounts on all screens. */
export default function OwnEye({ className }: { className?: string }) {
  const { t } = useTranslation();
  const hidden = useOwnHidden();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <IconButton
      label={hidden ? t("own.show") : t("own.hide")}
      aria-pressed={hidden}
      onClick={() => hideOwn(!hidden)}
      className={classes("text-ink-2", className)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
