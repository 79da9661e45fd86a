import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import AccountStream from "@/app/AccountStream";
import { HashRouter } from "@/app/HashRouter";
import { ScreenContext } from "@/navigation";
import { customerId } from "@/session";
import { beginTexts } from "./texts";

/** A server's reply in its envelope. */
export const envelope = (code: number, data: unknown, msg = "") =>
  new Response(JSON.stringify({ code, msg, data }), {
    status: code,
    headers: { "Content-Type": "application/json" },
  });

/** Draws a screen at an address, in English, with its own cache and the customer's pushes. Install a platform first. */
export async function renderScreen(screen: ReactNode, address: string): Promise<void> {
  await beginTexts();
  const [pathname = "/", search = ""] = address.split("?");
  window.history.replaceState(null, "", `#${address}`);
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <HashRouter>
        <ScreenContext value={{ pathname, search: search && `?${search}` }}>
          <Suspense>{screen}</Suspense>
          {customerId() ? <AccountStream /> : null}
        </ScreenContext>
      </HashRouter>
    </QueryClientProvider>,
  );
}
