import { type ComponentType, createContext, useContext } from "react";

interface DockedScreenProps {
  /** An address made by `to`. */
  address: string;
}

/** The component that draws a screen in a pane. The shell, which is above all panes, provides it. */
export const DockedScreenContext = createContext<ComponentType<DockedScreenProps>>(() => null);

/** The screen at an address, shown in a pane of a workspace until another one is opened there. */
export function DockedScreen({ address }: DockedScreenProps) {
  const Docked = useContext(DockedScreenContext);
  return <Docked address={address} />;
}
