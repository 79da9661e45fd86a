import { platform } from "@/platform";

/** Where an invited person goes on. The server answers it with a page of its own. */
export const invitationAddress = (inviteCode: string) =>
  `${platform.serverAddress()}/r/${inviteCode}`;
