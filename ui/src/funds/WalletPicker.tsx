import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Wallet, WalletType } from "@/api/funds";
import { formatMoney, Own, Sheet } from "@/ui";

interface WalletPickerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  wallets: readonly Wallet[];
  value: WalletType;
  onChange: (type: WalletType) => void;
}

/** Chooses one of the customer's wallets, each with its available amount. */
export function WalletPicker({
  open,
  onClose,
  title,
  wallets,
  value,
  onChange,
}: WalletPickerProps) {
  const { t } = useTranslation("funds");
  const choose = (type: WalletType) => {
    onChange(type);
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {wallets.map(({ type, available, currency }) => (
        <button
          key={type}
          type="button"
          aria-pressed={type === value}
          onClick={() => choose(type)}
          className="flex min-h-13 w-full items-center gap-3 border-b border-line py-2 text-left last:border-0"
        >
          <span className="min-w-0 flex-1">{t(`wallet.${type}`)}</span>
          <span className="num text-note text-ink-2">
            <Own>{formatMoney(available)}</Own> {currency}
          </span>
          <Check
            size={18}
            aria-hidden
            className={type === value ? "text-ink" : "text-transparent"}
          />
        </button>
      ))}
    </Sheet>
  );
}
