import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { type Column, ColumnTable } from "./ColumnTable";
import { formatCompact, formatPrice } from "./format";
import { ChangePill } from "./PriceText";
import { SkeletonRows } from "./Skeleton";

interface Row {
  code: string;
  name: string;
  price: string | null;
  change: string | null;
  volume: string | null;
}

const ROWS: Row[] = [
  { code: "AAPL", name: "Apple", price: "227.52", change: "1.84", volume: "41200000" },
  { code: "NVDA", name: "NVIDIA", price: "148.06", change: "3.12", volume: "231800000" },
  { code: "TSLA", name: "Tesla", price: "321.22", change: "-2.07", volume: "88400000" },
  { code: "BRK.A", name: "Berkshire Hathaway", price: "712345.00", change: "0.00", volume: "1200" },
  { code: "NEWS", name: "Listed today", price: null, change: null, volume: null },
];

const COLUMNS: [Column<Row>, ...Column<Row>[]] = [
  {
    key: "name",
    title: "Name",
    sort: { by: "word", value: ({ name }) => name },
    cell: ({ name, code }) => (
      <>
        {name} <span className="text-caption text-ink-2">{code}</span>
      </>
    ),
  },
  {
    key: "price",
    title: "Price",
    figure: true,
    sort: { by: "figure", value: ({ price }) => price },
    cell: ({ price }) => formatPrice(price),
  },
  {
    key: "change",
    title: "Change",
    figure: true,
    sort: { by: "figure", value: ({ change }) => change },
    cell: ({ change }) => <ChangePill percent={change} />,
  },
  {
    key: "volume",
    title: "Volume",
    figure: true,
    cell: ({ volume }) => (volume ? formatCompact(volume, "en") : "–"),
  },
];

function Table({ rows, children }: { rows: Row[]; children?: React.ReactNode }) {
  const [open, setOpen] = useState("NVDA");
  return (
    <ColumnTable
      label="Stocks"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ code }) => code}
      initialSort={{ key: "change", descending: true }}
      onOpen={({ code }) => setOpen(code)}
      openKey={open}
      className="h-[240px]"
    >
      {children}
    </ColumnTable>
  );
}

const meta = { title: "Lists/Column table", component: Table } satisfies Meta<typeof Table>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Sorted: Story = { args: { rows: ROWS } };
export const Loading: Story = { args: { rows: [], children: <SkeletonRows rows={2} /> } };
