import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, Chips, Field, Sheet } from "@/ui";
import { type HistoryChoice, type Period, periods } from "./history";

interface HistoryFilterSheetProps {
  choice: HistoryChoice;
  onChoose: (choice: HistoryChoice) => void;
  onClose: () => void;
}

const PERIODS = [...(Object.keys(periods) as (keyof typeof periods)[]), "all"] as const;

/** Chooses a filter for the ended orders. */
export function HistoryFilterSheet({ choice, onChoose, onClose }: HistoryFilterSheetProps) {
  const { t } = useTranslation(["orders", "common"]);
  const [next, setNext] = useState(choice);
  const choose = (chosen: HistoryChoice) => {
    onChoose(chosen);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("orders:history.filter")}
      actions={
        <>
          <Button look="ghost" onClick={() => choose({ period: "month", status: choice.status })}>
            {t("orders:history.reset")}
          </Button>
          <Button onClick={() => choose(next)}>{t("orders:history.show")}</Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose(next);
        }}
      >
        <Field
          label={t("orders:history.symbol")}
          value={next.symbol ?? ""}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={32}
          onChange={({ target }) =>
            setNext({ ...next, symbol: target.value.trim().toUpperCase() || undefined })
          }
        />
        <p className="mt-3 text-small text-ink-2">{t("orders:ticket.side")}</p>
        <Chips<"buy" | "sell" | "">
          label={t("orders:ticket.side")}
          value={next.side ?? ""}
          onChange={(side) => setNext({ ...next, side: side || undefined })}
          choices={[
            { value: "", label: t("common:action.all") },
            { value: "buy", label: t("common:direction.buy") },
            { value: "sell", label: t("common:direction.sell") },
          ]}
        />
        <p className="mt-3 text-small text-ink-2">{t("orders:history.period")}</p>
        <Chips<Period>
          label={t("orders:history.period")}
          value={next.period}
          onChange={(period) => setNext({ ...next, period })}
          choices={PERIODS.map((value) => ({ value, label: t(`orders:history.${value}`) }))}
        />
      </form>
    </Sheet>
  );
}
