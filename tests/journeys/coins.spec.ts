// Digital currency comes in on a simulated chain, also less than the minimum.
import { test } from "./fixtures";
import { depositCoins, join } from "./steps";

test("a newcomer deposits digital currency", async ({ server, customer }) => {
  await test.step("registers", () => join(customer, server));
  await test.step("sends less than the minimum, and asks for it", () => depositCoins(customer));
});
