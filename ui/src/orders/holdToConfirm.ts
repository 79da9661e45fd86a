import { useState } from "react";
import { customerStorage } from "@/customerStorage";

/** The customer's setting on this device: absent until they turn it on. */
const KEY = "holdToConfirm";
const ON = "on";

/** True if the button that places an order has to be held. */
export const holdsToConfirm = () => customerStorage().get(KEY) === ON;

/** The setting, for its switch. */
export function useHoldToConfirm() {
  const [on, setOn] = useState(holdsToConfirm);
  return {
    on,
    setOn(next: boolean) {
      if (next) customerStorage().set(KEY, ON);
      else customerStorage().remove(KEY);
      setOn(next);
    },
  };
}
