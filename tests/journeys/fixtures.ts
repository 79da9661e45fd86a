import { test as base, expect } from "@playwright/test";
import { Customer } from "./customer";
import { Server } from "./server";
import { textsOf } from "./texts";

/** A test with a server of its own, and a customer at a browser of their own. */
export const test = base.extend<{ server: Server; customer: Customer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture asks for
  server: async ({}, use, info) => {
    const server = await Server.start(info.project.metadata.host);
    await use(server);
    await server.stop();
  },
  customer: async ({ page }, use, info) => {
    const language = String(info.project.metadata.language);
    const customer = new Customer(page, textsOf(language));
    await use(customer);
    expect(customer.faults).toEqual([]);
  },
});
