import { useEffect, useState } from "react";
import { customerStorage } from "@/customerStorage";
import { platform } from "@/platform";
import type { NoticePermission } from "@/platform/types";

/** What this device keeps of it for a customer: nothing until they turn the notices on. */
const KEY = "fillNotices";
const ON = "on";

const isOn = () => customerStorage().get(KEY) === ON;

/** Lets the system tell of an order's fill, where the customer wants it and has allowed it. */
export async function notifyFill(text: string, order: string): Promise<void> {
  if (isOn()) await platform.notify("Plumbline", text, order);
}

/** Whether this device tells of fills; undefined until the system has said whether it may. */
export function useFillNotices() {
  const [permission, setPermission] = useState<NoticePermission>();
  const [wanted, setWanted] = useState(isOn);
  useEffect(() => {
    let isHere = true;
    void platform.noticePermission().then((found) => isHere && setPermission(found));
    return () => {
      isHere = false;
    };
  }, []);
  const keep = (want: boolean) => {
    if (want) customerStorage().set(KEY, ON);
    else customerStorage().remove(KEY);
    setWanted(want);
  };
  return {
    permission,
    on: permission === "granted" && wanted,
    /** A press turned them on: the system asks for its permission, if it has not yet. */
    turnOn: async () => {
      keep(true);
      if (permission === "ask") setPermission(await platform.askForNotices());
    },
    turnOff: () => keep(false),
  };
}
