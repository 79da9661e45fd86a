import { Component, type ReactNode } from "react";
import { ErrorState } from "@/ui";
import { isUnloaded } from "./releases";

interface Props {
  children: ReactNode;
}

/** Confines the failure of a screen to draw, or to load its code, to that screen. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const { error } = this.state;
    const retry = () => (isUnloaded(error) ? location.reload() : this.setState({ error: null }));
    return <ErrorState error={error} retry={retry} />;
  }
}
