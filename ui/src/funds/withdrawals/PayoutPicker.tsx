import { Check } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payout } from "@/api/payouts";
import { to } from "@/screens";
import { Card, ListRow, Sheet } from "@/ui";
import { Link } from "@/ui/Link";
import { payoutTitle } from "../payouts/names";
import { PayoutEnd, PayoutIcon, PayoutWords } from "../payouts/PayoutWords";

interface PayoutPickerProps {
  accounts: readonly Payout[];
  account: Payout;
  onChange: (id: string) => void;
}

/** Chooses the destination, shown by its full name; a sheet lists the others. */
export function PayoutPicker({ accounts, account, onChange }: PayoutPickerProps) {
  const { t } = useTranslation("withdrawals");
  const [isOpen, setOpen] = useState(false);
  const choose = (id: string) => {
    onChange(id);
    setOpen(false);
  };
  return (
    <div>
      <div className="flex items-center justify-between gap-3 px-1 text-small text-ink-2">
        <span>{t("to")}</span>
        <Link
          to={to("payouts")}
          className="-m-2 inline-flex min-h-11 min-w-11 items-center justify-end p-2 font-semibold text-ink"
        >
          {t("manage")}
        </Link>
      </div>
      <Card className="py-1">
        <ListRow
          start={<PayoutIcon kind={account.kind} />}
          title={
            <>
              <span className="sr-only">{t("to")}: </span>
              {payoutTitle(account)}
            </>
          }
          // A notice below shows the end of its lock.
          subtitle={<PayoutEnd of={account} />}
          onClick={accounts.length > 1 ? () => setOpen(true) : undefined}
        />
      </Card>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t("choose")}>
        {accounts.map((choice) => {
          const isChosen = choice.id === account.id;
          return (
            <button
              key={choice.id}
              type="button"
              aria-pressed={isChosen}
              onClick={() => choose(choice.id)}
              className="flex min-h-15 w-full items-center gap-3 border-b border-line py-2 text-left last:border-0"
            >
              <PayoutIcon kind={choice.kind} />
              <span className="min-w-0 flex-1">
                <span className="block break-words">{payoutTitle(choice)}</span>
                <span className="block text-caption text-ink-2">
                  <PayoutWords of={choice} />
                </span>
              </span>
              <Check
                size={18}
                aria-hidden
                className={isChosen ? "shrink-0 text-ink" : "shrink-0 text-transparent"}
              />
            </button>
          );
        })}
      </Sheet>
    </div>
  );
}
