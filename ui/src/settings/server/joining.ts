import { createStore } from "@/store";
import type { Joining } from "./typedServer";

/** The server that the customer is being asked about; null while there is no such question. */
export const joining = createStore<Joining | null>(null);

/** Asks for the address of another server. */
export const chooseServer = () => joining.set({ server: "", inviteCode: "" });
