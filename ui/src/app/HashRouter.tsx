import { type ReactNode, useLayoutEffect, useState } from "react";
import { UNSAFE_createHashHistory as createHashHistory, Router } from "react-router";

/**
 * The router's own HashRouter in its few lines. Its module also holds code for the router's data mode, which no bundler
 * can leave out and every first visit would load.
 */
export function HashRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createHashHistory({ v5Compat: true }));
  const [state, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () => history.listen(({ action, location }) => setState({ action, location })),
    [history],
  );
  return (
    <Router location={state.location} navigationType={state.action} navigator={history}>
      {children}
    </Router>
  );
}
