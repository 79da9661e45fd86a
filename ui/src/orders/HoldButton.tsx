import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui";

/** The time for which the button is held. */
export const HOLD_MS = 800;
/** After this time a second press counts as a first one. */
const AGAIN_MS = 4_000;

interface HoldButtonProps {
  label: string;
  look: "rise" | "fall";
  busy: boolean;
  disabled: boolean;
  onConfirm: () => void;
}

const isPressKey = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";

/**
 * A button that confirms once it has been held. A keyboard holds it as a finger does, or presses it twice; so does a
 * screen reader, which cannot hold. The bar that fills is still where motion is unwanted, and the words say the same.
 */
export function HoldButton({ label, look, busy, disabled, onConfirm }: HoldButtonProps) {
  const { t } = useTranslation("ticket");
  const [phase, setPhase] = useState<"idle" | "holding" | "again">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A press that was held to its end, whose release and click mean nothing more.
  const isSpent = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const rest = () => {
    clearTimeout(timer.current);
    setPhase("idle");
  };
  const confirm = () => {
    rest();
    onConfirm();
  };
  const begin = () => {
    if (busy || disabled) return;
    clearTimeout(timer.current);
    isSpent.current = false;
    setPhase("holding");
    timer.current = setTimeout(() => {
      isSpent.current = true;
      confirm();
    }, HOLD_MS);
  };
  const ask = () => {
    clearTimeout(timer.current);
    setPhase("again");
    timer.current = setTimeout(() => setPhase("idle"), AGAIN_MS);
  };
  const press = () => (phase === "again" ? confirm() : ask());
  const wasAsked = useRef(false);
  return (
    <Button
      look={look}
      busy={busy}
      disabled={disabled}
      className="relative touch-none overflow-hidden select-none"
      onPointerDown={(event) => event.button === 0 && begin()}
      onPointerUp={() => phase === "holding" && rest()}
      onPointerLeave={() => phase === "holding" && rest()}
      onPointerCancel={() => phase === "holding" && rest()}
      onContextMenu={(event: MouseEvent) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isPressKey(event)) return;
        event.preventDefault();
        if (event.repeat) return;
        wasAsked.current = phase === "again";
        begin();
      }}
      onKeyUp={(event) => {
        if (!isPressKey(event)) return;
        event.preventDefault();
        if (isSpent.current || phase !== "holding") return;
        if (wasAsked.current) confirm();
        else ask();
      }}
      onBlur={() => phase === "holding" && rest()}
      // A click without a pointer is a screen reader's.
      onClick={({ detail }) => detail === 0 && press()}
    >
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 w-full origin-left bg-[#000]/20 motion-reduce:hidden"
        style={{
          transform: `scaleX(${phase === "holding" ? 1 : 0})`,
          transition: phase === "holding" ? `transform ${HOLD_MS}ms linear` : "none",
        }}
      />
      <span className="relative block">{label}</span>
      <span className="relative block text-caption font-medium" aria-live="polite">
        {t(phase === "idle" ? "hold.label" : phase === "holding" ? "hold.keep" : "hold.again")}
      </span>
    </Button>
  );
}
