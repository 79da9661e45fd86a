import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Direction, Size } from "@/api/types";
import { sizeOf } from "./queries";

const SIZES = [
  { size: "25", label: "quarter" },
  { size: "half", label: "half" },
  { size: "75", label: "threeQuarters" },
  { size: "full", label: "full" },
] as const;

interface SizeButtonsProps {
  order: { stockCode: string; market: string; direction: Direction; price?: string };
  onChoose: (quantity: string) => void;
  disabled?: boolean;
}

/** Fills in a share of what buying power allows, fees included, or of what is held. */
export function SizeButtons({ order, onChoose, disabled }: SizeButtonsProps) {
  const { t } = useTranslation("orders");
  const choose = useMutation({
    mutationFn: (size: Size) => sizeOf(order, size),
    onSuccess: ({ quantity }) => onChoose(quantity),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not fields of a form
    <div role="group" aria-label={t("ticket.sizes")} className="grid grid-cols-4 gap-2">
      {SIZES.map(({ size, label }) => (
        <button
          key={size}
          type="button"
          disabled={disabled || choose.isPending}
          onClick={() => choose.mutate(size)}
          className="min-h-11 rounded-[12px] bg-sunken px-1 text-small font-semibold transition-transform duration-150 active:scale-[0.97] disabled:opacity-45"
        >
          {t(`ticket.size.${label}`)}
        </button>
      ))}
    </div>
  );
}
