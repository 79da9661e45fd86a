-- Articles, the newest with the greatest id. What the server wrote itself has what it tells in about, as JSON with a kind and
-- its figures, and no texts: its sentences are written when somebody reads. It is there once for each kind, market and trading
-- day, whoever writes it. An operator's has its texts in article_texts. words is what a search looks through.
CREATE TABLE articles (
    id               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    about            TEXT,
    report_kind      TEXT,
    report_market    TEXT,
    report_day       TEXT,
    publisher        TEXT NOT NULL DEFAULT '',
    published_by     TEXT NOT NULL DEFAULT '',
    words            TEXT NOT NULL,
    published_at     BIGINT NOT NULL,
    withdrawn_at     BIGINT,
    withdrawn_by     TEXT,
    withdrawn_reason TEXT,
    UNIQUE (report_kind, report_market, report_day)
);

-- What an operator's article says, in Markdown.
CREATE TABLE article_texts (
    article_id BIGINT NOT NULL REFERENCES articles (id),
    language   TEXT NOT NULL,
    title      TEXT NOT NULL,
    summary    TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (article_id, language)
);

-- place is the order in which its author named them.
CREATE TABLE article_tags (
    tag        TEXT NOT NULL,
    article_id BIGINT NOT NULL REFERENCES articles (id),
    place      BIGINT NOT NULL,
    PRIMARY KEY (tag, article_id)
);
CREATE INDEX article_tags_article ON article_tags (article_id, place);

CREATE TABLE article_instruments (
    instrument_id BIGINT NOT NULL,
    article_id    BIGINT NOT NULL REFERENCES articles (id),
    place         BIGINT NOT NULL,
    PRIMARY KEY (instrument_id, article_id)
);
CREATE INDEX article_instruments_article ON article_instruments (article_id, place);
