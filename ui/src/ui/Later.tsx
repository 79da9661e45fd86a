import { Component, type ReactNode, Suspense } from "react";

interface LaterProps {
  children: ReactNode;
  /** Keeps the place of the part until it is drawn. */
  fallback?: ReactNode;
}

/** A part around the screens whose code loads later. If that does not load, the screens stay, without the part. */
export class Later extends Component<LaterProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, fallback } = this.props;
    if (this.state.failed) return fallback ?? null;
    return <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
