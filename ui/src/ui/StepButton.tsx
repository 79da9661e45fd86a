import { Minus, Plus } from "lucide-react";

interface StepButtonProps {
  way: 1 | -1;
  /** Accessible name of the step: "Decrease by 0.01". */
  label: string;
  onClick: () => void;
  disabled?: boolean;
}

/** Changes the value of the field beside it by one step. */
export function StepButton({ way, label, onClick, disabled }: StepButtonProps) {
  const Icon = way === 1 ? Plus : Minus;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled}
      className="grid h-14 w-12 shrink-0 place-items-center rounded-control bg-sunken transition-transform duration-150 enabled:active:scale-[0.96] disabled:text-ink-3"
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
