-- What reviewers decide, each name once on each subject. subject: deposit, withdrawal, identity or service. decision: approve,
-- or the words of a refusal's reasons in order, with blanks between them. reviewer_key: the name as it is compared.
CREATE TABLE reviews (
    subject      TEXT    NOT NULL,
    subject_id   BIGINT NOT NULL,
    account_id   BIGINT NOT NULL,
    decision     TEXT    NOT NULL,
    reviewer     TEXT    NOT NULL,
    reviewer_key TEXT    NOT NULL,
    decided_at   BIGINT NOT NULL,
    PRIMARY KEY (subject, subject_id, reviewer_key)
);
