-- Identity checks, one an account, in its newest state: what was sent before is not kept. document: 1 an ID card, 2 a
-- passport. tag: a keyed hash of the document, in hexadecimal. sealed: the customer's particulars, encrypted. front and back:
-- files. status: 1 under review, 2 verified, 3 unsuccessful. reasons: words with blanks between them. reviewed_by: autopilot
-- or reviewers.
CREATE TABLE identity_checks (
    account_id   BIGINT PRIMARY KEY,
    id           BIGINT NOT NULL,
    document     BIGINT NOT NULL,
    country      TEXT    NOT NULL,
    tag          TEXT    NOT NULL,
    sealed       TEXT    NOT NULL,
    front        BIGINT NOT NULL,
    back         BIGINT,
    status       BIGINT NOT NULL,
    reasons      TEXT    NOT NULL,
    submitted_at BIGINT NOT NULL,
    reviewed_at  BIGINT,
    reviewed_by  TEXT,
    version      BIGINT NOT NULL
);
CREATE INDEX identity_checks_open ON identity_checks (submitted_at) WHERE status = 1;

-- The one account that each document verifies.
CREATE TABLE document_claims (
    tag        TEXT    PRIMARY KEY,
    account_id BIGINT NOT NULL
);

-- Who opened a customer's particulars, and when.
CREATE TABLE identity_reads (
    check_id   BIGINT NOT NULL,
    account_id BIGINT NOT NULL,
    reader     TEXT    NOT NULL,
    read_at    BIGINT NOT NULL
);
CREATE INDEX identity_reads_check ON identity_reads (check_id);

-- How far an account's application for a service has come. status: 1 under review, 2 opened, 3 refused. reason: a word.
CREATE TABLE service_permissions (
    account_id  BIGINT NOT NULL,
    service     TEXT    NOT NULL,
    id          BIGINT NOT NULL,
    status      BIGINT NOT NULL,
    reason      TEXT,
    applied_at  BIGINT NOT NULL,
    reviewed_at BIGINT,
    reviewed_by TEXT,
    version     BIGINT NOT NULL,
    PRIMARY KEY (account_id, service)
);
CREATE INDEX service_permissions_open ON service_permissions (applied_at) WHERE status = 1;

-- Both follow from the tables above.
ALTER TABLE accounts DROP COLUMN kyc_status;
ALTER TABLE accounts DROP COLUMN block_trade_status;
