import { useEffect } from "react";

/** The orders of which a sheet shows what became of them, by id. */
const shown = new Set<string>();

/** True while a sheet says itself what becomes of an order. */
export const isShown = (id: string) => shown.has(id);

/** Says that this sheet does. */
export function useShown(id: string): void {
  useEffect(() => {
    shown.add(id);
    return () => void shown.delete(id);
  }, [id]);
}
