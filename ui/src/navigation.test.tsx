import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { HashRouter } from "@/app/HashRouter";
import { Link } from "@/ui/Link";
import { useNavigation } from "./navigation";
import { to } from "./screens";

const quote = to("quoteStock", { code: "AAPL", name: "Apple", source: 0 });

function Probe() {
  const { back } = useNavigation();
  return (
    <>
      <Link to={to("market")}>market</Link>
      <Link to={quote}>quote</Link>
      <button type="button" onClick={() => back()}>
        back
      </button>
      <button type="button" onClick={() => back(2)}>
        back twice
      </button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByText(name));
const address = () => window.location.hash.slice(1);

beforeEach(() => {
  window.history.replaceState(null, "", "#/");
  render(
    <HashRouter>
      <Probe />
    </HashRouter>,
  );
});

describe("navigation", () => {
  it("switches tabs without stacking them", async () => {
    const before = window.history.length;
    await press("market");
    expect(address()).toBe("/pages/market/index");
    expect(window.history.length).toBe(before);
  });

  it("stacks other screens and steps back to where they were opened", async () => {
    await press("market");
    await press("quote");
    expect(address()).toBe(quote);
    await press("back");
    await waitFor(() => expect(address()).toBe("/pages/market/index"));
  });

  it("goes home when the history is shorter than the steps asked for", async () => {
    await press("quote");
    await press("back twice");
    expect(address()).toBe("/pages/home/index");
  });
});
