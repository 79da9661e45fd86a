import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { PasswordField } from "./PasswordField";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
  await i18next.loadNamespaces("identity");
});

const field = () => screen.getByLabelText("Password");

it("hides what is typed until its eye is pressed", async () => {
  render(<PasswordField label="Password" />);
  expect(field()).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field()).toHaveAttribute("type", "text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field()).toHaveAttribute("type", "password");
});

it("takes what is pasted, as password managers fill it in", async () => {
  render(<PasswordField label="Password" autoComplete="current-password" />);
  await userEvent.click(field());
  await userEvent.paste(" correct horse ");
  expect(field()).toHaveValue(" correct horse ");
  expect(field()).toHaveAttribute("autocomplete", "current-password");
});
