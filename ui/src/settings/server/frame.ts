import type { ReactNode } from "react";

/** What a sheet or a page shows of the questions about a server. */
export interface JoinFrameProps {
  title: string;
  description?: string;
  actions?: ReactNode;
  /** True while the app moves to the server. */
  busy?: boolean;
  children: ReactNode;
}
