import { useEffect } from "react";

/** The ids of orders whose outcome a sheet is showing. */
const shown = new Set<string>();

/** True while a sheet shows the outcome of an order. */
export const isShown = (id: string) => shown.has(id);

/** Marks an order as shown by the calling sheet. */
export function useShown(id: string): void {
  useEffect(() => {
    shown.add(id);
    return () => void shown.delete(id);
  }, [id]);
}
