import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import { decodeInstrument, type Instrument } from "./market";
import { moment, type Wire } from "./wire";

/** An article in a list, written by the server from its records, or by its operator. */
export interface Article {
  id: string;
  title: string;
  summary: string;
  /** The article's language, which may not be the reader's. */
  language: string;
  author: Wire["ArticleAuthor"];
  publisher: string | null;
  tags: string[];
  instruments: Instrument[];
  publishedAt: number;
}

export type ArticleBlock = Wire["Block"];
export type ArticleSpan = Wire["Span"];

/** An article with its text, part by part. */
export interface FullArticle extends Article {
  blocks: ArticleBlock[];
}

export const decodeArticle = (wire: Wire["ArticleRow"]): Article => ({
  id: wire.id,
  title: wire.title,
  summary: wire.summary,
  language: wire.language,
  author: wire.author,
  publisher: wire.publisher ?? null,
  tags: wire.tags,
  instruments: wire.instruments.map(decodeInstrument),
  publishedAt: moment(wire.createTimestamp),
});

export const decodeFullArticle = (wire: Wire["ArticleDetail"]): FullArticle => ({
  ...decodeArticle(wire),
  blocks: wire.content,
});

/** A tag by its code and its name. */
export interface Tag {
  code: string;
  name: string;
}

const decodeTag = (wire: Wire["DictionaryEntry"]): Tag => ({
  code: wire.dictValue,
  name: wire.dictLabel,
});

/** The tags that articles can have. */
export const tags = queryOptions({
  queryKey: [...families.news, "tags"],
  queryFn: ({ signal }) =>
    reply(api.GET("/dict/data", { params: { query: { dictType: "article_tag" } }, signal })).then(
      (entries) => entries.map(decodeTag),
    ),
  staleTime: Number.POSITIVE_INFINITY,
});
