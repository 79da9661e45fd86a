import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const channel = (kind: string, currency: string) => ({
  channel: kind,
  currency,
  minAmount: "1.00",
  maxAmount: "10000000.00",
  creditCurrency: "USD",
  rate: "1.0000",
  paper: true,
  proofNeeded: kind === "certificate",
});

let sent: unknown[];
let supportUrl: string | null;
let uploaded: Promise<void>;
const openUrl = vi.fn();

beforeEach(async () => {
  sessionStorage.clear();
  openUrl.mockReset();
  const host = installPlatform();
  host.openUrl = openUrl;
  supportUrl = null;
  uploaded = Promise.resolve();
  sent = [];
  host.answer = async (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/recharge/currency/selectList") {
      return envelope(200, [channel("fiat", "HKD"), channel("certificate", "USD")]);
    }
    if (path === "/appVersion/getPublishAppVersion") {
      return envelope(200, { mode: "paper", feed: "sim:1", version: "1", supportUrl });
    }
    if (path === "/file/upload") await uploaded;
    if (path === "/file/upload") return envelope(200, { id: "7", url: "/file/7?expires=1" });
    if (path !== "/recharge/create") return envelope(404, { error: "url_unknown" });
    sent.push(await request.json());
    return envelope(200, {});
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

it("sends a certificate with its picture, and nothing without one", async () => {
  await renderScreen(<ScreenPage />, to("depositCertificate"));
  await userEvent.type(await screen.findByRole("textbox"), "250");
  expect(screen.queryByText("HKD")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Deposit paper money" }));
  expect(await screen.findByText("Add a picture of the certificate.")).toBeVisible();
  expect(sent).toEqual([]);
  const picture = new File(["certificate"], "certificate.png", { type: "image/png" });
  await userEvent.upload(
    screen.getByLabelText("Choose a picture: Picture of the certificate"),
    picture,
  );
  await screen.findByRole("button", { name: /Remove the picture/ });
  await userEvent.click(screen.getByRole("button", { name: "Deposit paper money" }));
  await waitFor(() => expect(window.location.hash).toBe(`#${to("depositRecord")}`));
  expect(sent).toEqual([
    { channel: "certificate", currency: "USD", amount: "250", proofUrl: "/file/7" },
  ]);
});

it("waits for a picture that is being sent, and says so", async () => {
  let arrive: () => void = () => undefined;
  uploaded = new Promise((resolve) => {
    arrive = resolve;
  });
  await renderScreen(<ScreenPage />, to("depositCertificate"));
  await userEvent.type(await screen.findByRole("textbox"), "250");
  const picture = new File(["certificate"], "certificate.png", { type: "image/png" });
  await userEvent.upload(
    screen.getByLabelText("Choose a picture: Picture of the certificate"),
    picture,
  );
  expect(await screen.findByRole("button", { name: "Uploading picture…" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Deposit paper money" })).toBeNull();
  arrive();
  await userEvent.click(await screen.findByRole("button", { name: "Deposit paper money" }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it("leads to whom the operator names, and to nobody otherwise", async () => {
  await renderScreen(<ScreenPage />, to("depositCertificate"));
  await screen.findByRole("textbox");
  expect(screen.queryByRole("button", { name: /Contact support/ })).toBeNull();
  cleanup();
  supportUrl = "mailto:help@example.com";
  await renderScreen(<ScreenPage />, to("depositCertificate"));
  await userEvent.click(
    await screen.findByRole("button", { name: /Contact support.*help@example/ }),
  );
  expect(openUrl).toHaveBeenCalledWith("mailto:help@example.com");
});
