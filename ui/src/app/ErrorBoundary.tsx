import { Component, type ReactNode } from "react";
import { ErrorState } from "@/ui";

interface Props {
  children: ReactNode;
}

/** Keeps a screen that failed to draw, or to load its code, from taking the app with it. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <ErrorState error={this.state.error} retry={() => this.setState({ error: null })} />;
  }
}
