import { act, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { expect, it, vi } from "vitest";
import translations from "./engine";

const t = (texts: ReturnType<typeof useTranslation>["t"], key: string) =>
  (texts as (key: string) => string)(key);

/** Draws the title of a namespace. */
function Title({ of, waits = true }: { of: string; waits?: boolean }) {
  const { t: texts, ready } = useTranslation(of as "orders", { useSuspense: waits });
  return <p>{ready ? t(texts, "title") : "later"}</p>;
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

const files = (namespace: string, language: string) => {
  if (namespace === "gone") throw new Error("no such file");
  return { title: `${namespace} in ${language}` };
};

it("waits for texts, follows the language, and fails where a file is gone", async () => {
  const load = vi.fn(async (language: string, namespace: string) => files(namespace, language));
  await translations.begin("en", ["common"], load);
  const shown = (
    <Boundary>
      <Suspense fallback={<p>waiting</p>}>
        <Title of="orders" />
        <Title of="money" waits={false} />
      </Suspense>
    </Boundary>
  );
  const { rerender } = render(shown);
  expect(screen.getByText("waiting")).toBeVisible();
  expect(await screen.findByText("orders in en")).toBeVisible();
  expect(await screen.findByText("money in en")).toBeVisible();
  await act(() => translations.changeLanguage("zh-Hans"));
  expect(screen.getByText("orders in zh-Hans")).toBeVisible();
  vi.spyOn(console, "error").mockReturnValue();
  rerender(
    <Boundary>
      <Suspense fallback={<p>waiting</p>}>
        <Title of="gone" />
      </Suspense>
    </Boundary>,
  );
  expect(await screen.findByText("failed")).toBeVisible();
  expect(load.mock.calls.filter(([, namespace]) => namespace === "gone")).toHaveLength(1);
});
