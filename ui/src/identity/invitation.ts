import { platform } from "@/platform";

/** The address of an invitation. The server answers it with a page of its own. */
export const invitationAddress = (inviteCode: string) =>
  `${platform.serverAddress()}/r/${inviteCode}`;
