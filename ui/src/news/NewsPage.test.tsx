import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

it("leads from a tag that does not exist to all news, and does not offer to ask again", async () => {
  installPlatform().answer = (request) =>
    new URL(request.url).pathname === "/dict/data"
      ? envelope(200, [])
      : envelope(422, { error: "tag_unknown", field: "tag" }, "This tag doesn't exist.");
  await renderScreen(<ScreenPage />, to("news", { tag: "nonsense" }));
  const all = await screen.findByRole("button", { name: "All news" });
  expect(screen.getByText("This tag doesn't exist.")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.click(all);
  expect(window.location.hash).toBe(`#${to("news")}`);
});
