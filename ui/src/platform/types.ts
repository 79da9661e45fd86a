/**
 * Everything that the UI asks of the program that hosts it. `web.ts` answers in a browser and
 * `tauri.ts` in the native window; nothing else in the UI knows which one it runs in.
 */
export interface Platform {
  readonly name: "web" | "native";

  /**
   * Sends one call to the Plumbline server and adds the session's token to it. The request's URL
   * is the server's origin as the UI sees it plus the call's path; only path and query count.
   * Rejects with a TypeError when the server cannot be reached.
   */
  send(request: Request): Promise<Response>;

  /** Opens the push socket. The host reports each frame's text and the end of the connection. */
  openPush(events: PushEvents): PushChannel;

  readonly session: SessionKeeper;

  /** Small settings that outlive a restart (language, theme, search history); never a secret. */
  readonly storage: SettingsStore;

  /** The same for what belongs to the customers of the present server: another server's are never found here. */
  readonly serverStorage: SettingsStore;

  /** The server that the calls go to, as the customer would write it, e.g. `https://plumb.example`. */
  serverAddress(): string;

  /** Points the shell at another server; absent where the page's own origin is the server. */
  setServerAddress?(address: string): Promise<void>;

  /** Opens an address outside the app. */
  openUrl(url: string): void;

  /** Hands text to the system's share sheet, or copies it. Says which of the two it did, or that it could not. */
  share(content: {
    title: string;
    text: string;
    url?: string;
  }): Promise<"shared" | "copied" | "refused">;

  /** Copies text to the clipboard; false when that is refused. */
  copy(text: string): Promise<boolean>;

  /** Offers a file for the customer to keep. */
  saveFile(name: string, content: Blob): Promise<void>;

  /** Whether the system lets the app show notifications; "ask" until the customer was asked. */
  noticePermission(): Promise<NoticePermission>;

  /** Asks the customer for it, which only a press of theirs may cause. */
  askForNotices(): Promise<NoticePermission>;

  /** Shows a system notification where the customer has allowed it, and never asks. */
  notify(title: string, body: string, tag: string): Promise<void>;

  /** Reports invite codes that arrive by deep link, the one that started the app included. */
  onInvite(listener: (inviteCode: string) => void): () => void;
}

/** "unavailable" where the host knows no notifications. */
export type NoticePermission = "granted" | "denied" | "ask" | "unavailable";

export interface PushEvents {
  onOpen(): void;
  onFrame(text: string): void;
  /** `reason` is empty when the host does not know why the connection ended. */
  onClose(reason: string): void;
}

export interface PushChannel {
  /** Sends the `auth` operation with the session's token; false when there is no session. */
  authenticate(): boolean;
  send(text: string): void;
  close(): void;
}

/** Keeps the session's token. The token is written and sent, and never read by a screen. */
export interface SessionKeeper {
  exists(): boolean;
  keep(token: string): Promise<void>;
  clear(): Promise<void>;
  /** Reports that another tab of the same browser began, replaced or ended the session, once this one goes by it. */
  onChange(listener: () => void): () => void;
  /** True when the token is lost at the end of this run, which the customer should be told. */
  readonly volatile: boolean;
}

export interface SettingsStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}
