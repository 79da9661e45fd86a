// Steps by which customers find traded instruments, on a phone and in a workspace.
import type { Customer } from "./customer";

/** Opens the Markets tab on one kind of instrument: a tab on a phone, a line of the list in a workspace. */
export async function chooseMarket(customer: Customer, name: string): Promise<void> {
  await customer.tab("market");
  const text = customer.text(name);
  const tab = customer.page.getByRole("tab", { name: text, exact: true });
  const line = customer.page.getByRole("link", { name: text, exact: true });
  await tab.or(line).first().click();
  await customer.canUseWhatItSees();
}

/** Opens the instrument of a symbol from a list: a link of a phone's rows, a button of a workspace's table. */
export async function openRow(customer: Customer, symbol: string): Promise<void> {
  const named = { name: new RegExp(symbol) };
  const row = customer.page.getByRole("link", named).or(customer.page.getByRole("button", named));
  await row.first().click();
}
