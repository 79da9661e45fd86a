import { useStore } from "@/store";
import { Sheet } from "@/ui";
import type { JoinFrameProps } from "./frame";
import { Join } from "./Join";
import { joining } from "./joining";

const close = () => joining.set(null);

const Frame = (props: JoinFrameProps) => <Sheet open onClose={close} {...props} />;

/** The question whether to join a server, over the screen that is open. */
export default function JoinSheet() {
  const asked = useStore(joining);
  if (!asked) return null;
  return (
    <Join
      key={`${asked.server} ${asked.inviteCode}`}
      joining={asked}
      frame={Frame}
      onDone={close}
    />
  );
}
