import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { queryClient } from "@/app/queryClient";
import { installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { beginTexts } from "@/test/texts";
import { toasts } from "@/ui/toast";
import { OrderHistory } from "./OrderHistory";

beforeEach(async () => {
  installPlatform().answer = (request) =>
    new URL(request.url).pathname.endsWith(".csv")
      ? envelope(429, { error: "rate_limited" }, "Too many requests.")
      : envelope(200, { list: [], page: { pageNum: 1, pageSize: 50, total: 0 } });
  toasts.set([]);
  await beginTexts();
});

afterEach(() => queryClient.clear());

it("tells once why the file is refused", async () => {
  const said = new Set<number>();
  const leave = toasts.subscribe(() => {
    for (const { id } of toasts.get()) said.add(id);
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <OrderHistory choice={{ period: "month" }} onChoose={() => undefined} />
      </Suspense>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Export as CSV" }));
  await waitFor(() => expect(toasts.get()[0]?.text).toBe("Too many requests."));
  expect(said.size).toBe(1);
  leave();
});
