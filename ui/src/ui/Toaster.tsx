import { useStore } from "@/store";
import { toasts } from "./toast";

/** Draws the toasts and has screen readers read them. One for the whole app. */
export function Toaster() {
  const shown = useStore(toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-24 z-[60] flex flex-col items-center gap-2 px-6"
    >
      {shown.map(({ id, text }) => (
        <div
          key={id}
          className="max-w-[360px] rounded-control bg-primary px-4 py-2.5 text-center text-note font-medium text-on-primary shadow-card"
        >
          {text}
        </div>
      ))}
    </div>
  );
}
