import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { GroupNameForm } from "./GroupNameForm";

let sent: string[];

beforeEach(() => {
  sent = [];
  installPlatform().answer = async (request) => {
    sent.push(await request.text());
    return envelope(200, { id: "7" });
  };
});

it("counts a name while it is typed, keeps all of it, and says where it is too long", async () => {
  await renderScreen(<GroupNameForm onDone={() => undefined} />, "/");
  const box = await screen.findByRole("textbox");
  await userEvent.type(box, "Long-term dividend holdings");
  expect(screen.getByText("27/40")).toBeVisible();
  await userEvent.type(box, "x".repeat(14));
  expect(box).toHaveValue(`Long-term dividend holdings${"x".repeat(14)}`);
  expect(screen.getByRole("alert")).toHaveTextContent("At most 40 characters.");
  expect(screen.getByRole("button")).toBeDisabled();
  await userEvent.type(box, "{Backspace}{Enter}");
  expect(sent).toEqual([JSON.stringify({ name: `Long-term dividend holdings${"x".repeat(13)}` })]);
});
