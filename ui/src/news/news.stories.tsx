import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Article, ArticleBlock, ArticleSpan } from "@/api/news";
import { ArticleBody } from "./ArticleBody";
import { ArticleRow } from "./ArticleRow";

const article = (own: Partial<Article> = {}): Article => ({
  id: "1",
  title: "US stocks on 20 November 2026: 61 up, 37 down",
  summary: "The S&P 500 rose by 0.42% to 6,012.45. Technology was traded most, and rose by 1.1%.",
  ...{ language: "en", author: "server", publisher: null, tags: [], instruments: [] },
  // Noon in London, which is the same day almost everywhere.
  publishedAt: Date.UTC(2019, 10, 20, 12),
  ...own,
});

const span = (text: string, own: Partial<ArticleSpan> = {}): ArticleSpan => ({ ...own, text });
const cells = (...texts: string[]) => ({
  cells: texts.map((text, place) => ({ spans: [span(text)], figure: place > 0 })),
});
const blocks: ArticleBlock[] = [
  { kind: "heading", level: 2, spans: [span("How the day went")] },
  {
    kind: "paragraph",
    spans: [
      span("The index rose by "),
      span("0.42%", { strong: true }),
      span(", more than on "),
      span("any", { emphasis: true }),
      span(" day of the week. Its rule is at the "),
      span("exchange", { link: "https://www.nyse.com/markets" }),
      span(", and the order was "),
      span("GTC", { code: true }),
      span("."),
    ],
  },
  {
    kind: "list",
    ordered: false,
    items: [
      { depth: 0, spans: [span("61 stocks rose")] },
      { depth: 1, spans: [span("12 by more than 2%")] },
      { depth: 0, spans: [span("37 fell")] },
    ],
  },
  {
    kind: "table",
    head: cells("Stock", "Price", "Change"),
    lines: [cells("Nvidia", "181.40", "+2.60%"), cells("Apple", "259.51", "−0.48%")],
  },
  { kind: "quote", spans: [span("Prices are those of the simulated market.")] },
  { kind: "code", text: "plumbline audit --data-dir data" },
  { kind: "rule" },
];

const meta = {
  title: "Lists/News",
  component: ArticleRow,
  args: { article: article() },
  decorators: [(Story) => <div className="w-[358px] px-4">{Story()}</div>],
} satisfies Meta<typeof ArticleRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OfTheServer: Story = {};
export const OfAnOperator: Story = {
  args: {
    article: article({
      author: "operator",
      publisher: "Ann",
      title: "Trading hours on 24 December",
    }),
  },
};
export const Text: Story = { render: () => <ArticleBody blocks={blocks} /> };
