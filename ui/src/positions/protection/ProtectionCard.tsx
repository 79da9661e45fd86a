import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import type { Position } from "@/api/positions";
import { Card } from "@/ui";
import { ProtectSheet } from "./ProtectSheet";

interface ProtectionCardProps {
  position: Position;
  /** The open legs of the position, of the newest group first. */
  legs: readonly Order[];
  /** The state of the legs, beside the title. */
  state: ReactNode;
  /** The rows of the legs. */
  children: ReactNode;
}

/** The take-profits and stop-losses of a position, and a button to set or change them. */
export function ProtectionCard({ position, legs, state, children }: ProtectionCardProps) {
  const { t } = useTranslation("positions");
  const [isSetting, setSetting] = useState(false);
  const isSet = legs.length > 0;
  return (
    <Card className="mt-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-body font-semibold">{t("protection.title")}</h2>
        {isSet ? state : null}
      </div>
      {isSet ? (
        <ul>{children}</ul>
      ) : (
        <p className="py-2 text-small text-ink-2">{t("protection.nothing")}</p>
      )}
      <button
        type="button"
        className="mt-1 min-h-11 w-full rounded-control bg-sunken px-3 text-note font-semibold transition-transform duration-150 active:scale-[0.985]"
        onClick={() => setSetting(true)}
      >
        {t(isSet ? "protection.change" : "protection.set")}
      </button>
      {isSetting ? (
        <ProtectSheet position={position} legs={legs} onClose={() => setSetting(false)} />
      ) : null}
    </Card>
  );
}
