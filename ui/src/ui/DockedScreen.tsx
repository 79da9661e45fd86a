import { type ComponentType, createContext, useContext } from "react";

interface DockedScreenProps {
  /** As `to` gives it. */
  address: string;
}

/** What draws a screen in a pane. The shell hands it down, since it stands above whatever is drawn in its panes. */
export const DockedScreenContext = createContext<ComponentType<DockedScreenProps>>(() => null);

/** The screen at an address, which stands in a pane of a workspace until another one is opened there. */
export function DockedScreen({ address }: DockedScreenProps) {
  const Docked = useContext(DockedScreenContext);
  return <Docked address={address} />;
}
