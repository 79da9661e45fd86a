import { useEffect, useState } from "react";
import { platform } from "@/platform";
import type { NoticePermission } from "@/platform/types";

/** What this device keeps of it: nothing until the customer turns the notices off. */
const KEY = "fillNotices";
const OFF = "off";

const isOff = () => platform.storage.get(KEY) === OFF;

/** Lets the system tell of a fill, where the customer wants it and has allowed it. */
export async function notifyFill(text: string): Promise<void> {
  if (!isOff()) await platform.notify("Plumbline", text);
}

/** Whether this device tells of fills; undefined until the system has said whether it may. */
export function useFillNotices() {
  const [permission, setPermission] = useState<NoticePermission>();
  const [off, setOff] = useState(isOff);
  useEffect(() => {
    let isHere = true;
    void platform.noticePermission().then((found) => isHere && setPermission(found));
    return () => {
      isHere = false;
    };
  }, []);
  const keep = (isOn: boolean) => {
    if (isOn) platform.storage.remove(KEY);
    else platform.storage.set(KEY, OFF);
    setOff(!isOn);
  };
  return {
    permission,
    on: permission === "granted" && !off,
    /** A press turned them on: the system asks for its permission, if it has not yet. */
    turnOn: async () => {
      keep(true);
      if (permission === "ask") setPermission(await platform.askForNotices());
    },
    turnOff: () => keep(false),
  };
}
