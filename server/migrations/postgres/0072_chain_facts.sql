-- Which chain a name means: never another, and no chain under two names. read_again: the block up to which all were read a
-- second time and said the same; nothing later is credited.
ALTER TABLE chain_states ADD COLUMN identity TEXT;
ALTER TABLE chain_states ADD COLUMN read_again BIGINT;
CREATE UNIQUE INDEX chain_states_identity ON chain_states (identity);
UPDATE chain_states SET read_again = (SELECT MAX(b.height) FROM chain_blocks b WHERE b.chain = chain_states.chain);
-- An output is named by its contract too (empty: the chain's own coin), among whose transfers in the transaction it has its
-- place.
ALTER TABLE chain_outputs ADD COLUMN contract TEXT NOT NULL DEFAULT '';
ALTER TABLE chain_outputs ALTER COLUMN contract DROP DEFAULT;
ALTER TABLE chain_outputs DROP CONSTRAINT chain_outputs_chain_transaction_id_output_key;
ALTER TABLE chain_outputs ADD UNIQUE (chain, transaction_id, contract, output);
UPDATE chain_outputs SET recorded = 1 WHERE recorded = 0
    AND EXISTS (SELECT 1 FROM chain_deposits d WHERE d.id = chain_outputs.id);
DROP INDEX chain_outputs_open;
CREATE INDEX chain_outputs_open ON chain_outputs (chain, currency, id) WHERE recorded = 0;
ALTER TABLE chain_deposits ADD COLUMN contract TEXT NOT NULL DEFAULT '';
ALTER TABLE chain_deposits ALTER COLUMN contract DROP DEFAULT;
ALTER TABLE chain_deposits DROP CONSTRAINT chain_deposits_chain_transaction_id_output_key;
ALTER TABLE chain_deposits ADD UNIQUE (chain, transaction_id, contract, output);
-- What operators decide on halted chains and held outputs. subject: what it is about, as it stood then. decision: resume,
-- resume_afresh or accept. reviewer_key: the name as it is compared.
CREATE TABLE chain_decisions (
    subject      TEXT   NOT NULL,
    decision     TEXT   NOT NULL,
    reviewer     TEXT   NOT NULL,
    reviewer_key TEXT   NOT NULL,
    decided_at   BIGINT NOT NULL,
    PRIMARY KEY (subject, reviewer_key)
);
