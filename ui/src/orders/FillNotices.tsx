import { Bell } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, SectionTitle, Segmented } from "@/ui";
import { useFillNotices } from "./useFillNotices";

/** Offers notifications of fills beside a working order. It stays until the system's permission is answered. */
export function FillNoticesOffer() {
  const { t } = useTranslation("orders");
  const { permission, on, turnOn } = useFillNotices();
  const [wasAsked, setWasAsked] = useState(false);
  if (wasAsked && (permission === "granted" || permission === "denied")) {
    return (
      <p role="status" className="text-small text-ink-2">
        {t(permission === "granted" ? "notices.allowed" : "notices.denied")}
      </p>
    );
  }
  if (on || (permission !== "ask" && permission !== "granted")) return null;
  const ask = () => {
    setWasAsked(true);
    void turnOn();
  };
  return (
    <button
      type="button"
      onClick={ask}
      className="flex min-h-11 items-center gap-2 rounded-control px-3 text-note font-semibold"
    >
      <Bell size={18} strokeWidth={1.75} aria-hidden />
      {t("notices.allow")}
    </button>
  );
}

/** The setting for fill notifications on this device. Nothing if it has none. */
export function FillNotices() {
  const { t } = useTranslation("orders");
  const { permission, on, turnOn, turnOff } = useFillNotices();
  if (permission === undefined || permission === "unavailable") return null;
  const isBlocked = permission === "denied";
  return (
    <section>
      <SectionTitle>{t("notices.title")}</SectionTitle>
      <Card>
        <p className="text-note font-medium">{t("notices.label")}</p>
        <p className="mt-0.5 text-small text-ink-2">
          {t(isBlocked ? "notices.denied" : "notices.hint")}
        </p>
        {isBlocked ? null : (
          <Segmented
            label={t("notices.label")}
            className="mt-3"
            value={on ? "on" : "off"}
            onChange={(value) => (value === "on" ? void turnOn() : turnOff())}
            choices={[
              { value: "off", label: t("notices.off") },
              { value: "on", label: t("notices.on") },
            ]}
          />
        )}
      </Card>
    </section>
  );
}
