// biome-ignore-all lint/suspicious/noArrayIndexKey: the parts of a text have no names but their places, and never change them
import { Fragment, type ReactNode } from "react";
import type { ArticleBlock, ArticleSpan } from "@/api/news";
import { to } from "@/screens";
import { classes } from "@/ui";
import { Link } from "@/ui/Link";

/** Text in one style. It contains no HTML, and a link opens the page that shows its target first. */
function Span({ span }: { span: ArticleSpan }) {
  let text: ReactNode = span.text;
  if (span.code) text = <code className="rounded-[6px] bg-sunken px-1 text-[0.9em]">{text}</code>;
  if (span.emphasis) text = <em>{text}</em>;
  if (span.strong) text = <strong className="font-semibold">{text}</strong>;
  return span.link ? (
    <Link
      to={to("webview", { url: span.link, title: span.text })}
      className="underline underline-offset-2"
    >
      {text}
    </Link>
  ) : (
    text
  );
}

const Spans = ({ spans }: { spans: readonly ArticleSpan[] }) =>
  spans.map((span, place) => (
    <Fragment key={place}>
      <Span span={span} />
    </Fragment>
  ));

type Of<K extends ArticleBlock["kind"]> = Extract<ArticleBlock, { kind: K }>;
const INDENTS = ["ml-5", "ml-10", "ml-15", "ml-20"];

function List({ block }: { block: Of<"list"> }) {
  const items = block.items.map(({ depth, spans }, place) => (
    <li
      key={place}
      className={classes(
        "mt-1 whitespace-pre-line",
        INDENTS[depth],
        block.ordered && depth === 0 ? "list-decimal" : "list-disc",
      )}
    >
      <Spans spans={spans} />
    </li>
  ));
  return block.ordered ? <ol className="mt-3">{items}</ol> : <ul className="mt-3">{items}</ul>;
}

/** Figures are right-aligned, so that they line up within a table and with the table before. */
function Table({ block }: { block: Of<"table"> }) {
  const cell = (Cell: "th" | "td", line: Of<"table">["head"], className: string) =>
    line.cells.map(({ spans, figure }, place) => (
      <Cell
        key={place}
        scope={Cell === "th" ? "col" : undefined}
        className={classes(
          "py-2 pr-3 last:pr-0",
          figure ? "w-[5.5em] text-right whitespace-nowrap" : "text-left",
          className,
        )}
      >
        <Spans spans={spans} />
      </Cell>
    ));
  const label = block.head.cells
    .map(({ spans }) => spans.map(({ text }) => text).join(""))
    .join(", ");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by the keyboard
    <section className="mt-2 overflow-x-auto" tabIndex={0} aria-label={label}>
      <table className="num w-full text-[0.92em]">
        <thead>
          <tr className="border-b border-line">
            {cell("th", block.head, "text-caption font-medium text-ink-2")}
          </tr>
        </thead>
        <tbody>
          {block.lines.map((line, place) => (
            <tr key={place} className="border-b border-line last:border-0">
              {cell("td", line, "")}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Block({ block }: { block: ArticleBlock }) {
  switch (block.kind) {
    case "heading": {
      const Heading = block.level === 2 ? "h3" : "h4";
      return (
        <Heading className="mt-6 text-[1.1em] font-semibold">
          <Spans spans={block.spans} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p className="mt-3 whitespace-pre-line">
          <Spans spans={block.spans} />
        </p>
      );
    case "quote":
      return (
        <blockquote className="mt-3 rounded-control bg-sunken px-3.5 py-2.5 text-[0.92em] whitespace-pre-line">
          <Spans spans={block.spans} />
        </blockquote>
      );
    case "list":
      return <List block={block} />;
    case "code":
      return (
        <pre className="mt-3 rounded-control bg-sunken p-3 text-[0.85em] break-words whitespace-pre-wrap">
          {block.text}
        </pre>
      );
    case "table":
      return <Table block={block} />;
    case "rule":
      return <hr className="mt-5 border-line" />;
    default:
      // Block kinds of a newer server that this UI does not know.
      return null;
  }
}

/** The text of an article, part by part. */
export const ArticleBody = ({ blocks }: { blocks: readonly ArticleBlock[] }) =>
  blocks.map((block, place) => <Block key={place} block={block} />);
