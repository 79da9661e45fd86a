import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { Own } from "./Own";
import OwnEye from "./OwnEye";

const scene = (
  <>
    <OwnEye />
    <Own>104,218.37</Own>
  </>
);

it("hides the customer's own amounts behind dots, and shows them again", async () => {
  const platform = installPlatform();
  await beginTexts();
  render(scene);
  await userEvent.click(screen.getByRole("button", { name: "Hide amounts" }));
  expect(screen.queryByText("104,218.37")).not.toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Amount hidden" })).toHaveTextContent("••••");
  expect(platform.storage.get("hideOwn")).toBe("yes");
  await userEvent.click(screen.getByRole("button", { name: "Show amounts" }));
  expect(screen.getByText("104,218.37")).toBeVisible();
  expect(platform.storage.get("hideOwn")).toBeNull();
});
