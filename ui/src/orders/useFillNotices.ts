import { useEffect, useState } from "react";
import { customerStorage } from "@/customerStorage";
import { platform } from "@/platform";
import type { NoticePermission } from "@/platform/types";

/** The customer's setting on this device: absent until they turn notifications on. */
const KEY = "fillNotices";
const ON = "on";

const isOn = () => customerStorage().get(KEY) === ON;

/** Shows a system notification of a fill, if the customer has turned it on and allowed it. A press opens `address`. */
export async function notifyFill(body: string, order: string, address: string): Promise<void> {
  if (isOn()) await platform.notify({ title: "Plumbline", body, tag: order, address });
}

/** The setting for fill notifications; its permission is undefined until the system has answered. */
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
    /** Turned on by a press: the system asks for permission, if it has not yet. */
    turnOn: async () => {
      keep(true);
      if (permission === "ask") setPermission(await platform.askForNotices());
    },
    turnOff: () => keep(false),
  };
}
