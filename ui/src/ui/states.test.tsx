import { render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/errors";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { ErrorState } from "./states";

beforeAll(() => {
  installPlatform();
  return beginTexts();
});

it("says of a reading that failed what happened, and where no answer came to check the connection", () => {
  const { rerender } = render(
    <ErrorState error={new NetworkError("lost")} retry={() => undefined} />,
  );
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Network errorCheck your connection and try again.",
  );
  const refused = new ApiError(503, "Busy. Try again.", { error: "overloaded" });
  rerender(<ErrorState error={refused} retry={() => undefined} />);
  expect(screen.getByRole("alert")).toHaveTextContent(/^Busy. Try again.Try again$/);
});
