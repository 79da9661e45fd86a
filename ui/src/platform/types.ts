/**
 * The interface between the UI and its host. `web.ts` implements it in a browser and `tauri.ts` in the native window;
 * nothing else in the UI depends on the host.
 */
export interface Platform {
  readonly name: "web" | "native";

  /**
   * Sends one call to the Plumbline server with the session's token. The request's URL is the server's origin as the UI
   * sees it plus the call's path; only path and query are used. Rejects with a TypeError if the server cannot be
   * reached.
   */
  send(request: Request): Promise<Response>;

  /** Opens the push socket. The host reports each frame's text and the end of the connection. */
  openPush(events: PushEvents): PushChannel;

  readonly session: SessionKeeper;

  /** Small settings that survive a restart (language, theme, search history); never a secret. */
  readonly storage: SettingsStore;

  /** Settings for the customers of the present server: another server's are never found here. */
  readonly serverStorage: SettingsStore;

  /**
   * The address of the server in use, as the customer would write it, e.g. `https://plumb.example`; empty until the
   * customer has named one, which comes before anything else.
   */
  serverAddress(): string;

  /** The choice of a server; absent if the page's own origin is the server. */
  readonly servers?: ServerChoice;

  /** Opens an address outside the app. */
  openUrl(url: string): void;

  /**
   * Opens the system's share sheet with the content, or copies it. Returns which of the two it did, or that both
   * failed.
   */
  share(content: {
    title: string;
    text: string;
    url?: string;
  }): Promise<"shared" | "copied" | "refused">;

  /** Copies text to the clipboard; false if that is refused. */
  copy(text: string): Promise<boolean>;

  /** Saves a file where the customer finds it, or offers to. */
  saveFile(name: string, content: Blob): Promise<void>;

  /** The system's permission for notifications; "ask" until the customer was asked. */
  noticePermission(): Promise<NoticePermission>;

  /** Asks the customer for permission; only allowed in response to a press. */
  askForNotices(): Promise<NoticePermission>;

  /** Shows a system notification if the customer has allowed it; never asks. */
  notify(notice: SystemNotice): Promise<void>;

  /** Reports the addresses of pressed notifications, if the host does. The app is in front by then. */
  onNoticePressed(listener: (address: string) => void): () => void;

  /** Reports invitations from deep links, including the one that started the app. */
  onInvite(listener: (invite: Invite) => void): () => void;
}

/** An invitation, and the address of its server as the link has it; null if the link names none. */
export interface Invite {
  code: string;
  server: string | null;
}

/** The choice of a server. It rejects with an error whose `code` is the reason (`settings/server/refusals.ts`). */
export interface ServerChoice {
  /** Looks for a server at an address, without using it. */
  find(address: string): Promise<FoundServer>;
  /** Uses a server from now on. The app starts again, at this screen. */
  use(address: string, screen: string): Promise<void>;
}

export interface FoundServer {
  /** The address as it will be used. */
  address: string;
  /** True if the server's certificate is valid, and all that is sent is encrypted. */
  secure: boolean;
  mode: "paper" | "live";
  version: string;
}

export interface SystemNotice {
  title: string;
  body: string;
  /** A notification replaces an earlier one with the same tag. */
  tag: string;
  /** The address of the screen that a press opens. */
  address: string;
}

/** "unavailable" if the host has no notifications. */
export type NoticePermission = "granted" | "denied" | "ask" | "unavailable";

export interface PushEvents {
  onOpen(): void;
  onFrame(text: string): void;
  /** `reason` is empty if the host does not know why the connection ended. */
  onClose(reason: string): void;
}

export interface PushChannel {
  /** Sends the `auth` operation with the session's token; false without a session. */
  authenticate(): boolean;
  send(text: string): void;
  close(): void;
}

/** Stores the session's token. The token is written and sent, and never read by a screen. */
export interface SessionKeeper {
  exists(): boolean;
  keep(token: string): Promise<void>;
  clear(): Promise<void>;
  /** Reports that another tab of this browser began, replaced or ended the session, once this tab has adopted that. */
  onChange(listener: () => void): () => void;
  /** True if the token is lost at the end of this run, which the customer should know. */
  readonly volatile: boolean;
}

export interface SettingsStore {
  get(key: string): string | null;
  /**
   * The value is there at once. Whoever waits knows that it is on the device; it rejects if the device could not keep
   * it, which whoever does not wait need not catch.
   */
  set(key: string, value: string): Promise<void>;
  remove(key: string): void;
}
