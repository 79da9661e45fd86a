import { expect, it, vi } from "vitest";
import { ticketOn, usualTicket } from ".";

vi.mock("./tickets", async (original) => {
  const { TICKETS } = await original<typeof import("./tickets")>();
  return { TICKETS: { ...TICKETS, auction: { ...TICKETS.usStock, screen: "payForex" } } };
});

const apple = { assetClass: "usStock" } as const;

it("deals on a screen of its own in the way that the screen is for, and elsewhere in the usual one", () => {
  expect(ticketOn("payForex", apple)).toBe("auction");
  expect(ticketOn("payStock", apple)).toBe("usStock");
  expect(ticketOn("payCrypto", apple)).toBe("usStock");
  expect(ticketOn(undefined, apple)).toBe("usStock");
  expect(usualTicket(apple)).toBe("usStock");
  expect(ticketOn("payStock", { assetClass: "index" })).toBeUndefined();
});
