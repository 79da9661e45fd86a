import { test as base, expect } from "@playwright/test";
import { Customer } from "./customer";
import { Server } from "./server";
import { textsOf } from "./texts";

/** A test with a server of its own, and a customer at a browser of their own. */
export const test = base.extend<{ flags: string[]; server: Server; customer: Customer }>({
  /** The flags that the operator of the server has set. */
  flags: [[], { option: true }],
  server: async ({ flags }, use, info) => {
    const server = await Server.start(info.project.metadata.host, flags);
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
