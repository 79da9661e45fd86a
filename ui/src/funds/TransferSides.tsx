import { ArrowUpDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Wallet, WalletType } from "@/api/funds";
import { Card, IconButton } from "@/ui";
import { WalletPicker } from "./WalletPicker";

export interface Sides {
  from: WalletType;
  to: WalletType;
}

/** The sides after a change of one. Choosing the other side's wallet swaps the two. */
function withSide(sides: Sides, side: keyof Sides, type: WalletType): Sides {
  const other = side === "from" ? "to" : "from";
  if (sides[other] === type) return { from: sides.to, to: sides.from };
  return { ...sides, [side]: type };
}

interface TransferSidesProps {
  wallets: readonly Wallet[];
  sides: Sides;
  onChange: (sides: Sides) => void;
}

/** The source and target of the money, with a button that swaps them. */
export function TransferSides({ wallets, sides, onChange }: TransferSidesProps) {
  const { t } = useTranslation("funds");
  const [picking, setPicking] = useState<keyof Sides | null>(null);
  return (
    <Card className="flex items-center gap-3 py-1">
      <div className="min-w-0 flex-1">
        {(["from", "to"] as const).map((side) => (
          <button
            key={side}
            type="button"
            onClick={() => setPicking(side)}
            className="flex min-h-15 w-full items-center gap-3 border-b border-line py-2 text-left last:border-0"
          >
            <span className="w-12 shrink-0 text-small text-ink-2">{t(`transfer.${side}`)}</span>
            <span className="min-w-0 flex-1 font-semibold">{t(`wallet.${sides[side]}`)}</span>
            <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
          </button>
        ))}
      </div>
      <IconButton
        label={t("transfer.swap")}
        onClick={() => onChange({ from: sides.to, to: sides.from })}
        className="m-0 bg-sunken"
      >
        <ArrowUpDown size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {(["from", "to"] as const).map((side) => (
        <WalletPicker
          key={side}
          open={picking === side}
          onClose={() => setPicking(null)}
          title={t(`transfer.choose.${side}`)}
          wallets={wallets}
          value={sides[side]}
          onChange={(type) => onChange(withSide(sides, side, type))}
        />
      ))}
    </Card>
  );
}
