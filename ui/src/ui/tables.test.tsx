import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type Column, ColumnTable } from "./ColumnTable";
import { sorted } from "./sorting";

interface Row {
  name: string;
  price: string | null;
}

const ROWS: Row[] = [
  { name: "Apple", price: "9.50" },
  { name: "Tesla", price: "10.00" },
  { name: "Listed today", price: null },
  { name: "NVIDIA", price: "-3" },
];
const COLUMNS: [Column<Row>, ...Column<Row>[]] = [
  {
    key: "name",
    title: "Name",
    cell: ({ name }) => name,
    sort: { by: "word", value: ({ name }) => name },
  },
  {
    key: "price",
    title: "Price",
    figure: true,
    cell: ({ price }) => price ?? "–",
    sort: { by: "figure", value: ({ price }) => price },
  },
];
const [, PRICE] = COLUMNS;
const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

it("orders figures as figures, and keeps what has none at the end either way", () => {
  const by = { by: "figure", value: ({ price }: Row) => price } as const;
  expect(names(sorted(ROWS, by, false, "en"))).toEqual([
    "NVIDIA",
    "Apple",
    "Tesla",
    "Listed today",
  ]);
  expect(names(sorted(ROWS, by, true, "en"))).toEqual(["Tesla", "Apple", "NVIDIA", "Listed today"]);
  expect(names(ROWS)[0]).toBe("Apple");
});

it("orders figures that are the same for floats", () => {
  const rows = ["9007199254740993.01", "9007199254740993.02"].map((price) => ({ name: "", price }));
  const [first] = sorted(rows, { by: "figure", value: ({ price }) => price }, true, "en");
  expect(first?.price).toBe("9007199254740993.02");
});

function draw(onOpen = vi.fn()) {
  render(
    <ColumnTable
      label="Stocks"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ name }) => name}
      onOpen={onOpen}
      openKey="Tesla"
    />,
  );
  return onOpen;
}
const shown = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("rowheader").textContent);

it("orders its rows by the column that is pressed, the greatest figure and the first word first", async () => {
  draw();
  expect(shown()).toEqual(names(ROWS));
  await userEvent.click(screen.getByRole("button", { name: "Price" }));
  expect(shown()).toEqual(["Tesla", "Apple", "NVIDIA", "Listed today"]);
  const price = screen.getByRole("columnheader", { name: PRICE?.title });
  expect(price).toHaveAttribute("aria-sort", "descending");
  await userEvent.click(screen.getByRole("button", { name: "Price" }));
  expect(price).toHaveAttribute("aria-sort", "ascending");
  expect(shown()[0]).toBe("NVIDIA");
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(shown()[0]).toBe("Apple");
  expect(price).not.toHaveAttribute("aria-sort");
});

it("has rows that arrow keys walk through, and says which one is open", async () => {
  const onOpen = draw();
  screen.getByRole("button", { name: "Apple" }).focus();
  await userEvent.keyboard("{ArrowDown}");
  const tesla = screen.getByRole("button", { name: "Tesla" });
  expect(tesla).toHaveFocus();
  expect(tesla).toHaveAttribute("aria-current", "true");
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[0]);
});
