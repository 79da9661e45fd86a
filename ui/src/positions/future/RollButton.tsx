import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Position } from "@/api/positions";

/** Loaded lazily: it is opened a few times a year. */
const RollSheet = lazy(() => import("./RollSheet"));

interface RollButtonProps {
  position: Position;
  className: string;
  /** Called with the new month's code once a roll is confirmed. */
  onRoll?: ((code: string) => void) | undefined;
}

/** Opens the review of a roll into the next month; nothing where there is none. */
export function RollButton({ position, className, onRoll }: RollButtonProps) {
  const { t } = useTranslation("positions");
  const [isOpen, setIsOpen] = useState(false);
  const code = position.future?.rollTo;
  if (!code) return null;
  return (
    <>
      <button type="button" className={className} onClick={() => setIsOpen(true)}>
        {t("roll.action", { contract: code })}
      </button>
      {isOpen ? (
        <Suspense>
          <RollSheet
            position={position}
            code={code}
            onRoll={onRoll}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
