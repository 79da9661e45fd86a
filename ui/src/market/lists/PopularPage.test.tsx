import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument } from "@/test/wire";
import { WorkspaceContext } from "@/ui/Page";

it("is a table in a workspace, ordered by what was traded", async () => {
  const list = [
    wireInstrument({ stock_code: "AAPL", name: "Apple", turnover: "12000000.00" }),
    wireInstrument({ id: "2", stock_code: "NVDA", name: "Nvidia", turnover: "88000000.00" }),
  ];
  const page = { pageNum: 1, pageSize: 50, total: 2 };
  installPlatform().answer = () => envelope(200, { list, page });
  await renderScreen(
    <WorkspaceContext value={true}>
      <ScreenPage />
    </WorkspaceContext>,
    to("popular"),
  );
  const table = within(await screen.findByRole("table"));
  expect(table.getByRole("columnheader", { name: "Turnover" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  expect(table.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
    "Nvidia NVDA",
    "Apple AAPL",
  ]);
});
