import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Share, Sizing } from "@/api/orders";
import { sizeOf } from "./queries";

const SHARES = [
  { share: "25", label: "quarter" },
  { share: "half", label: "half" },
  { share: "75", label: "threeQuarters" },
  { share: "full", label: "full" },
] as const;

interface SizeButtonsProps {
  order: Sizing;
  onChoose: (quantity: string) => void;
  disabled?: boolean;
}

/** Fills in a share of what buying power allows, fees included, or of what is held. */
export function SizeButtons({ order, onChoose, disabled }: SizeButtonsProps) {
  const { t } = useTranslation("orders");
  const choose = useMutation({
    mutationFn: (share: Share) => sizeOf(order, share),
    onSuccess: ({ quantity }) => onChoose(quantity),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not fields of a form
    <div role="group" aria-label={t("ticket.sizes")} className="grid grid-cols-4 gap-2">
      {SHARES.map(({ share, label }) => (
        <button
          key={share}
          type="button"
          disabled={disabled || choose.isPending}
          onClick={() => choose.mutate(share)}
          className="min-h-11 rounded-[12px] bg-sunken px-1 text-small font-semibold transition-transform duration-150 active:scale-[0.97] disabled:opacity-45"
        >
          {t(`ticket.size.${label}`)}
        </button>
      ))}
    </div>
  );
}
