import { fileURLToPath } from "node:url";
import { test } from "./fixtures";
import {
  buyAtMarket,
  deposit,
  findApple,
  openReceipt,
  readReceipt,
  register,
  restLimitOrder,
  transfer,
} from "./steps";

const FOLDER = fileURLToPath(new URL("../../docs/images/", import.meta.url));

test("pictures", async ({ server, customer }, info) => {
  const { page } = customer;
  const wanted: string[] = info.project.metadata.pictures;
  const picture = async (name: string) => {
    if (!wanted.includes(name)) return;
    // Toasts go and skeletons become content before the picture is taken.
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${FOLDER}${name}-${info.project.name}.png` });
  };
  await register(customer, server);
  await deposit(customer);
  await transfer(customer);
  await findApple(customer);
  await picture("quote");
  await buyAtMarket(customer);
  await openReceipt(customer);
  await readReceipt(customer, "bought");
  await picture("receipt");
  await findApple(customer);
  await restLimitOrder(customer, () => picture("ticket"));
  await customer.tab("trade");
  await picture("trade");
  await customer.tab("home");
  await picture("home");
});
