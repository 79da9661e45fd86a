import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import AppExtras from "@/app/AppExtras";
import { ScreenPage } from "@/app/ScreenPage";
import ServerFirst from "@/app/ServerFirst";
import type { FoundServer } from "@/platform";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { beginTexts } from "@/test/texts";
import { testUser } from "@/test/user";
import join from "../../../texts/join.json";
import { joining } from "./joining";

const THEIRS = "https://trade.example.com:8443";
const OURS = "https://own.example.com";

const found = (address: string): FoundServer => ({
  address,
  secure: address.startsWith("https:"),
  mode: "live",
  version: "0.1.4",
});

const find = vi.fn(async (address: string) => found(address));
const use = vi.fn(async (_address: string, _screen: string) => undefined);
type Invited = Parameters<ReturnType<typeof installPlatform>["onInvite"]>[0];
let invited: Invited | undefined;

/** A link comes, as soon as the app listens. */
async function invite(code: string, server: string | null) {
  await waitFor(() => expect(invited).toBeDefined());
  act(() => invited?.({ code, server }));
}

/** A native app that uses this server, or none yet. */
function installApp(server: string) {
  const host = installPlatform();
  Object.assign(host, {
    name: "native",
    serverAddress: () => server,
    servers: { find, use },
    onInvite: (listener: Invited) => {
      invited = listener;
      return () => undefined;
    },
  });
  host.answer = () => envelope(404, { error: "url_unknown" });
}

const button = (name: string) => screen.findByRole("button", { name });
const press = async (name: string) => userEvent.click(await button(name));
const heading = (name: string) => screen.findByRole("heading", { name });
const hash = () => window.location.hash;

beforeEach(() => {
  invited = undefined;
  find.mockClear().mockImplementation(async (address) => found(address));
  use.mockClear();
});

afterEach(async () => {
  act(() => joining.set(null));
  await endSession();
});

describe("the link of an invitation, in an app that uses another server", () => {
  const open = async (code = "AB12CD", server: string | null = THEIRS) => {
    await renderScreen(
      <>
        <ScreenPage />
        <AppExtras />
      </>,
      to("settings"),
    );
    await invite(code, server);
  };

  it("asks about the server, and joins it with the code", async () => {
    installApp(OURS);
    await open();
    await heading("Join trade.example.com:8443?");
    expect(await screen.findByText("Encrypted, certificate valid")).toBeVisible();
    expect(screen.getByText("Live trading, real money")).toBeVisible();
    expect(screen.getByText("AB12CD")).toBeVisible();
    expect(screen.getByText(/Join only if you trust/)).toBeVisible();
    expect(use).not.toHaveBeenCalled();
    await press("Join");
    await waitFor(() =>
      expect(use).toHaveBeenCalledExactlyOnceWith(THEIRS, to("register", { inviteCode: "AB12CD" })),
    );
  });

  it("asks once more before a server is left where the customer is logged in", async () => {
    installApp(OURS);
    await beginSession({ token: "token", user: testUser });
    await open();
    await press("Join");
    await heading("Leave own.example.com?");
    expect(screen.getByText(/You're logged in at own\.example\.com/)).toBeVisible();
    expect(use).not.toHaveBeenCalled();
    await press("Cancel");
    await heading("Join trade.example.com:8443?");
    await press("Join");
    await press("Switch");
    await waitFor(() => expect(use).toHaveBeenCalledOnce());
  });

  it("leaves everything as it is when the customer closes the question", async () => {
    installApp(OURS);
    await open();
    await button("Join");
    await press("Close");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(use).not.toHaveBeenCalled();
  });

  it("goes on at once if it is for this server, or for none in particular", async () => {
    installApp(THEIRS);
    await open("SAME42");
    await waitFor(() => expect(hash()).toBe(`#${to("register", { inviteCode: "SAME42" })}`));
    await invite("NONE42", null);
    await waitFor(() => expect(hash()).toBe(`#${to("register", { inviteCode: "NONE42" })}`));
    expect(find).not.toHaveBeenCalled();
  });

  it("finds this server under another spelling, and goes on", async () => {
    installApp(OURS);
    find.mockImplementation(async () => found(OURS));
    await open("AB12CD", "own.example.com");
    expect(await screen.findByText("You're already using this server.")).toBeVisible();
    await press("Continue");
    await waitFor(() => expect(hash()).toBe(`#${to("register", { inviteCode: "AB12CD" })}`));
    expect(use).not.toHaveBeenCalled();
    expect(joining.get()).toBeNull();
  });

  it("says that others can read along where nothing is encrypted", async () => {
    installApp(OURS);
    await open("AB12CD", "http://192.168.1.20:8080");
    await heading("Join http://192.168.1.20:8080?");
    expect(await screen.findByText("Not encrypted")).toBeVisible();
    expect(screen.getByText(/Others in this network can read/)).toBeVisible();
  });

  it("says so when the choice cannot be kept", async () => {
    installApp(OURS);
    use.mockRejectedValueOnce(Object.assign(new Error(), { code: "settings_unavailable" }));
    await open();
    await press("Join");
    expect(await screen.findByText(join.refused.settings_unavailable.en)).toBeVisible();
    expect(await button("Join")).toBeEnabled();
  });
});

describe("a server that cannot be joined", () => {
  it.each(Object.entries(join.refused))("%s has a sentence of its own", async (code, { en }) => {
    installApp(OURS);
    find.mockRejectedValue(Object.assign(new Error("for the log"), { code }));
    await renderScreen(<AppExtras />, to("settings"));
    await invite("AB12CD", THEIRS);
    expect(await screen.findByText(en)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
    find.mockImplementation(async (address) => found(address));
    await press("Try again");
    expect(await button("Join")).toBeEnabled();
  });
});

describe("the settings", () => {
  it("lead to another server, by its address or by an invitation's text", async () => {
    installApp(OURS);
    await renderScreen(
      <>
        <ScreenPage />
        <AppExtras />
      </>,
      to("settings"),
    );
    expect(await screen.findByText(OURS)).toBeVisible();
    await press(`Change server${OURS}`);
    await press("Continue");
    expect(await screen.findByText(join.refused.address_invalid.en)).toBeVisible();
    await userEvent.type(await screen.findByLabelText("Server address"), "trade.example.com:8443");
    await press("Continue");
    await heading("Join trade.example.com:8443?");
    await press("Change address");
    await userEvent.type(
      await screen.findByLabelText("Server address"),
      `plumbline://r/AB12CD?server=${encodeURIComponent(THEIRS)}`,
    );
    await press("Continue");
    await press("Join");
    await waitFor(() =>
      expect(use).toHaveBeenCalledExactlyOnceWith(THEIRS, to("register", { inviteCode: "AB12CD" })),
    );
  });

  it("offer no other server in a browser", async () => {
    installPlatform().answer = () => envelope(404, { error: "url_unknown" });
    await renderScreen(<ScreenPage />, to("settings"));
    await heading("Settings");
    expect(screen.queryByText("Change server")).toBeNull();
  });
});

describe("the first start of an app that knows no server", () => {
  async function start() {
    await beginTexts();
    render(<ServerFirst />);
  }

  it("asks for one, and begins at its first page", async () => {
    installApp("");
    await start();
    await heading("Which server do you trade on?");
    await userEvent.type(await screen.findByLabelText("Server address"), "trade.example.com:8443");
    await press("Continue");
    await press("Join");
    await waitFor(() => expect(use).toHaveBeenCalledExactlyOnceWith(THEIRS, to("home")));
  });

  it("takes the server from the invitation that started it", async () => {
    installApp("");
    await start();
    await heading("Which server do you trade on?");
    await invite("AB12CD", THEIRS);
    await press("Join");
    await waitFor(() =>
      expect(use).toHaveBeenCalledExactlyOnceWith(THEIRS, to("register", { inviteCode: "AB12CD" })),
    );
  });

  it("keeps the code of an invitation that names no server", async () => {
    installApp("");
    await start();
    await heading("Which server do you trade on?");
    await invite("AB12CD", null);
    await userEvent.type(await screen.findByLabelText("Server address"), "trade.example.com:8443");
    await press("Continue");
    await press("Join");
    await waitFor(() =>
      expect(use).toHaveBeenCalledExactlyOnceWith(THEIRS, to("register", { inviteCode: "AB12CD" })),
    );
  });

  it("pastes an address, and says what to do where that is blocked", async () => {
    installApp("");
    const user = userEvent.setup();
    await start();
    await navigator.clipboard.writeText("trade.example.com:8443");
    await user.click(await button("Paste"));
    await waitFor(async () =>
      expect(await screen.findByLabelText("Server address")).toHaveValue("trade.example.com:8443"),
    );
    vi.spyOn(navigator.clipboard, "readText").mockRejectedValue(new DOMException("no"));
    await user.click(await button("Paste"));
    expect(await screen.findByText(join.notPasted.en)).toBeVisible();
  });
});
