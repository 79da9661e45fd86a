import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { QueryList } from "./QueryList";

const read = vi.fn<(page: number) => Promise<string[]>>();
let client: QueryClient;

beforeEach(async () => {
  installPlatform();
  await beginTexts();
  read.mockReset();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

const rows = (names: string[]) => names.map((name) => <p key={name}>{name}</p>);
const parts = { skeleton: <p>On its way</p>, empty: <p>Nothing yet</p> };

function Whole() {
  const query = useQuery({ queryKey: ["list"], queryFn: () => read(1) });
  return (
    <QueryList query={query} {...parts}>
      {rows}
    </QueryList>
  );
}

/** A list of two pages. */
function Paged({ more }: { more?: null }) {
  const query = useInfiniteQuery({
    queryKey: ["list"],
    queryFn: async ({ pageParam }) => ({ rows: await read(pageParam) }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
  });
  return (
    <QueryList query={query} {...parts} more={more}>
      {rows}
    </QueryList>
  );
}

const draw = (list: React.ReactNode) =>
  render(<QueryClientProvider client={client}>{list}</QueryClientProvider>);
const texts = () => screen.getAllByText(/./, { selector: "p" }).map((p) => p.textContent);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("shows what stands for the rows until they have come", async () => {
  let answer = (_: string[]) => {};
  read.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  draw(<Whole />);
  expect(texts()).toEqual(["On its way"]);
  answer(["Apple", "Tesla"]);
  await screen.findByText("Tesla");
  expect(texts()).toEqual(["Apple", "Tesla"]);
});

it("says that nothing is there", async () => {
  read.mockResolvedValue([]);
  draw(<Whole />);
  expect(await screen.findByText("Nothing yet")).toBeInTheDocument();
  expect(texts()).toEqual(["Nothing yet"]);
});

it("says what failed, and reads again when asked to", async () => {
  read.mockRejectedValueOnce(new Error("offline")).mockResolvedValue(["Apple"]);
  draw(<Whole />);
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  expect(screen.queryByText("On its way")).not.toBeInTheDocument();
  await press("Try again");
  expect(await screen.findByText("Apple")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("keeps what has come when it cannot be read anew", async () => {
  read.mockResolvedValueOnce(["Apple"]).mockRejectedValue(new Error("offline"));
  draw(<Whole />);
  await screen.findByText("Apple");
  await act(() => client.refetchQueries());
  expect(read).toHaveBeenCalledTimes(2);
  expect(texts()).toEqual(["Apple"]);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("reads pages on by a button, which is gone at their end", async () => {
  read.mockImplementation(async (page) => [`Row of page ${page}`]);
  draw(<Paged />);
  await screen.findByText("Row of page 1");
  await press("Show more");
  await screen.findByText("Row of page 2");
  expect(texts()).toEqual(["Row of page 1", "Row of page 2"]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("keeps the pages that have come when the next one does not", async () => {
  read.mockResolvedValueOnce(["Apple"]).mockRejectedValueOnce(new Error("offline"));
  draw(<Paged />);
  await screen.findByText("Apple");
  await press("Show more");
  expect(await screen.findByRole("alert")).toHaveTextContent("The rest of the list didn't load.");
  expect(screen.getByText("Apple")).toBeInTheDocument();
  read.mockResolvedValueOnce(["Tesla"]);
  await press("Try again");
  await screen.findByText("Tesla");
  expect(texts()).toEqual(["Apple", "Tesla"]);
});

it("has no button where the list reads on by itself", async () => {
  read.mockResolvedValue(["Apple"]);
  draw(<Paged more={null} />);
  await screen.findByText("Apple");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("keeps saying why there is nothing while it asks again, until an answer comes", async () => {
  read.mockRejectedValueOnce(new Error("gone"));
  draw(<Whole />);
  const again = await screen.findByRole("button", { name: "Try again" });
  let answer = (_: string[]) => {};
  read.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  void client.refetchQueries({ queryKey: ["list"] });
  await waitFor(() => expect(client.getQueryState(["list"])?.fetchStatus).toBe("fetching"));
  expect(again).toBeVisible();
  expect(screen.queryByText("On its way")).toBeNull();
  answer(["one"]);
  expect(await screen.findByText("one")).toBeVisible();
});
