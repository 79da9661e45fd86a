import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Shell } from "@/app/Shell";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument, wireUser } from "@/test/wire";

const stockInfo = { ...wireInstrument(), tickSize: "0.01", lotSize: "1", bids: [], asks: [] };
const quote = to("quoteStock", { code: "AAPL", name: "Apple", source: 0, market: "UsStock" });
const ticket = to("payStock", {
  ...{ code: "AAPL", name: "Apple", source: 0, market: "UsStock" },
  direction: 0,
});

let tradable: boolean;

const REPLIES: Record<string, () => unknown> = {
  "/m_ft/stock_detail_ft": () => ({
    stockInfo: { ...stockInfo, tradable },
    selfSelectStatus: false,
  }),
  "/m_ft/kline": () => [],
  "/market/getMaket": () => ({ market: "UsStock", marketType: "NASDAQ", classify: "" }),
  "/loginByUsername": () => ({ token: "token", user: wireUser() }),
  "/register/email": () => ({ token: "token", user: wireUser() }),
  "/resetPassword": () => ({}),
};

let go: ReturnType<typeof useNavigation>;

function App() {
  go = useNavigation();
  return <Shell />;
}

const address = () => window.location.hash.slice(1);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const follow = async (name: string) => userEvent.click(await screen.findByRole("link", { name }));
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);

async function logIn(): Promise<void> {
  await type("User ID or e-mail", "80214663");
  await type("Password", "correct-horse");
  await press("Log in");
}

beforeEach(async () => {
  tradable = true;
  installPlatform().answer = ({ url }) => {
    const reply = REPLIES[new URL(url).pathname];
    return reply ? envelope(200, reply()) : envelope(404, { error: "url_unknown" });
  };
  await renderScreen(<App />, to("market"));
  await screen.findByRole("heading", { name: "Markets" });
  act(() => go.open(quote));
});

afterEach(endSession);

describe("a visitor who wants to buy", () => {
  it("lands at the ticket after the login, above the quote", async () => {
    await press("Buy");
    await logIn();
    await waitFor(() => expect(address()).toBe(ticket));
    act(() => go.back());
    await waitFor(() => expect(address()).toBe(quote));
  });

  it("lands there by way of the registration too", async () => {
    await press("Buy");
    await follow("Sign up");
    await type("E-mail", "new@example.com");
    await type("Verification code", "123456");
    await type("Password", "correct-horse");
    await type("Confirm password", "correct-horse");
    await press("Open account");
    await press("Continue where you left off");
    await waitFor(() => expect(address()).toBe(ticket));
    act(() => go.back());
    await waitFor(() => expect(address()).toBe(quote));
  });

  it("lands there by way of a new password too", async () => {
    await press("Buy");
    await follow("Forgot password?");
    await type("E-mail", "new@example.com");
    await type("Verification code", "123456");
    await type("New password", "correct-horse");
    await type("Confirm password", "correct-horse");
    await press("Set new password");
    await logIn();
    await waitFor(() => expect(address()).toBe(ticket));
  });

  it("is asked nothing where the instrument cannot be traded, by no key either", async () => {
    tradable = false;
    act(() => go.open(to("quoteStock", { code: "OLD", name: "Old", source: 0 })));
    expect(await screen.findByRole("button", { name: "Not tradable right now" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    const before = address();
    await userEvent.keyboard("bs");
    expect(address()).toBe(before);
  });
});

it("steps back to the screen that asked for a login, and not onto a copy of it", async () => {
  await press("Add to the watchlist");
  await logIn();
  await waitFor(() => expect(address()).toBe(quote));
  act(() => go.back());
  await waitFor(() => expect(address()).toBe(to("market")));
});
