-- A new file of layout 2, as the program of that time made it.
BEGIN; CREATE TABLE migrations (
  "number" INTEGER NOT NULL,
  "name" VARCHAR NOT NULL,
  "applied_at" TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE migrations IS 'Versions of this file''s layout';
COMMENT ON COLUMN migrations."number" IS 'Number of the step, from 1';
COMMENT ON COLUMN migrations."name" IS 'What the step did';
COMMENT ON COLUMN migrations."applied_at" IS 'When it was applied';
CREATE TABLE transactions (
  "wallet_no" VARCHAR NOT NULL,
  "txn_id" VARCHAR NOT NULL,
  "leg" INTEGER NOT NULL,
  "type" VARCHAR NOT NULL,
  "amount" DECIMAL(18,4) NOT NULL,
  "signed_amount" DECIMAL(18,4) NOT NULL,
  "balance" DECIMAL(18,4),
  "currency" VARCHAR,
  "description" VARCHAR NOT NULL,
  "confirmed" BOOLEAN NOT NULL,
  "occurred_at" TIMESTAMPTZ NOT NULL,
  "local_time" TIMESTAMP NOT NULL,
  "date_text" VARCHAR NOT NULL,
  "time_flag" VARCHAR,
  "position" BIGINT,
  "first_seen_at" TIMESTAMPTZ NOT NULL,
  "last_changed_at" TIMESTAMPTZ NOT NULL,
  "withdrawn_at" TIMESTAMPTZ,
  "run_id" VARCHAR NOT NULL,
  "window_sequence" BIGINT NOT NULL
);
COMMENT ON TABLE transactions IS 'Every row that the service has shown, withdrawn ones included; see current_transactions';
COMMENT ON COLUMN transactions."wallet_no" IS 'Wallet account number';
COMMENT ON COLUMN transactions."txn_id" IS 'Identifier as received; may be blank, may be shared by several rows';
COMMENT ON COLUMN transactions."leg" IS 'Numbers the rows of a wallet that share an id, from 0';
COMMENT ON COLUMN transactions."type" IS 'Debit takes from the wallet, Credit adds to it';
COMMENT ON COLUMN transactions."amount" IS 'Amount as received, not signed by the type';
COMMENT ON COLUMN transactions."signed_amount" IS 'Amount as it moves the balance: + for Credit';
COMMENT ON COLUMN transactions."balance" IS 'Balance after the transaction; NULL when the service gave none';
COMMENT ON COLUMN transactions."currency" IS 'ISO 4217 code; NULL when neither settings nor description name one';
COMMENT ON COLUMN transactions."description" IS 'Text as received';
COMMENT ON COLUMN transactions."confirmed" IS 'Whether the service calls the transaction confirmed';
COMMENT ON COLUMN transactions."occurred_at" IS 'Instant of the transaction';
COMMENT ON COLUMN transactions."local_time" IS 'Wall clock of the service''s zone';
COMMENT ON COLUMN transactions."date_text" IS 'Timestamp as received';
COMMENT ON COLUMN transactions."time_flag" IS 'NULL, marker-conflict, ambiguous-local or nonexistent-local';
COMMENT ON COLUMN transactions."position" IS 'Place in the rebuilt order of its currency: days since 1970-01-01 x 10000000 + place in the day; NULL unknown';
COMMENT ON COLUMN transactions."first_seen_at" IS 'When the row was inserted';
COMMENT ON COLUMN transactions."last_changed_at" IS 'When the row was last inserted, changed, withdrawn or returned';
COMMENT ON COLUMN transactions."withdrawn_at" IS 'When the service was found to show the row no longer; NULL while it does';
COMMENT ON COLUMN transactions."run_id" IS 'Run that last inserted, changed, withdrew or returned the row';
COMMENT ON COLUMN transactions."window_sequence" IS 'Window that inserted the row: statement_windows.sequence';
CREATE TABLE row_changes (
  "sequence" BIGINT NOT NULL,
  "kind" VARCHAR NOT NULL,
  "wallet_no" VARCHAR NOT NULL,
  "txn_id" VARCHAR NOT NULL,
  "leg" INTEGER NOT NULL,
  "before" STRUCT("type" VARCHAR, "amount" DECIMAL(18,4), "balance" DECIMAL(18,4), "currency" VARCHAR, "description" VARCHAR, "confirmed" BOOLEAN, "occurred_at" TIMESTAMPTZ, "local_time" TIMESTAMP, "date_text" VARCHAR, "time_flag" VARCHAR),
  "after" STRUCT("type" VARCHAR, "amount" DECIMAL(18,4), "balance" DECIMAL(18,4), "currency" VARCHAR, "description" VARCHAR, "confirmed" BOOLEAN, "occurred_at" TIMESTAMPTZ, "local_time" TIMESTAMP, "date_text" VARCHAR, "time_flag" VARCHAR),
  "run_id" VARCHAR NOT NULL,
  "at" TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE row_changes IS 'Changes of stored rows; insertions are not written twice, transaction_events adds them';
COMMENT ON COLUMN row_changes."sequence" IS 'Window that made the change: statement_windows.sequence';
COMMENT ON COLUMN row_changes."kind" IS 'changed, withdrawn or returned';
COMMENT ON COLUMN row_changes."wallet_no" IS 'Wallet account number';
COMMENT ON COLUMN row_changes."txn_id" IS 'Identifier as received; may be blank, may be shared by several rows';
COMMENT ON COLUMN row_changes."leg" IS 'Numbers the rows of a wallet that share an id, from 0';
COMMENT ON COLUMN row_changes."before" IS 'Content before';
COMMENT ON COLUMN row_changes."after" IS 'Content after; NULL when withdrawn';
COMMENT ON COLUMN row_changes."run_id" IS 'Run that made the change';
COMMENT ON COLUMN row_changes."at" IS 'When the change was made';
CREATE TABLE statement_windows (
  "sequence" BIGINT NOT NULL,
  "run_id" VARCHAR NOT NULL,
  "wallet_no" VARCHAR NOT NULL,
  "from_day" DATE NOT NULL,
  "to_day" DATE NOT NULL,
  "last_settled_day" DATE NOT NULL,
  "asked_from" DATE NOT NULL,
  "asked_to" DATE NOT NULL,
  "row_limit" INTEGER NOT NULL,
  "attempts" INTEGER NOT NULL,
  "status" VARCHAR NOT NULL,
  "received" BIGINT NOT NULL,
  "rows" BIGINT NOT NULL,
  "outside" BIGINT NOT NULL,
  "duplicates" BIGINT NOT NULL,
  "quarantined" BIGINT NOT NULL,
  "inserted" BIGINT NOT NULL,
  "changed" BIGINT NOT NULL,
  "unchanged" BIGINT NOT NULL,
  "withdrawn" BIGINT NOT NULL,
  "returned" BIGINT NOT NULL,
  "bytes" BIGINT NOT NULL,
  "sha256" VARCHAR NOT NULL,
  "opening_balance" DECIMAL(18,4),
  "closing_balance" DECIMAL(18,4),
  "debit_total" DECIMAL(38,4) NOT NULL,
  "credit_total" DECIMAL(38,4) NOT NULL,
  "verdict" VARCHAR NOT NULL,
  "requested_at" TIMESTAMPTZ NOT NULL,
  "duration_ms" BIGINT NOT NULL,
  "committed_at" TIMESTAMPTZ NOT NULL,
  "previous_hash" VARCHAR NOT NULL,
  "audit_hash" VARCHAR NOT NULL
);
COMMENT ON TABLE statement_windows IS 'One row for each committed request: what was asked, what came, what it changed';
COMMENT ON COLUMN statement_windows."sequence" IS 'Counts the windows of this file, from 1';
COMMENT ON COLUMN statement_windows."run_id" IS 'Run that fetched the window';
COMMENT ON COLUMN statement_windows."wallet_no" IS 'Wallet account number';
COMMENT ON COLUMN statement_windows."from_day" IS 'First day that the window replaces';
COMMENT ON COLUMN statement_windows."to_day" IS 'Last day that the window replaces';
COMMENT ON COLUMN statement_windows."last_settled_day" IS 'Last day that was over when the window was fetched';
COMMENT ON COLUMN statement_windows."asked_from" IS 'from_date of the request';
COMMENT ON COLUMN statement_windows."asked_to" IS 'to_date of the request';
COMMENT ON COLUMN statement_windows."row_limit" IS 'limit of the request';
COMMENT ON COLUMN statement_windows."attempts" IS 'Attempts that the answer took';
COMMENT ON COLUMN statement_windows."status" IS 'complete, cut-off when the answer may lack rows, or quarantine-retry for records read from quarantine';
COMMENT ON COLUMN statement_windows."received" IS 'Records received = rows + outside + duplicates + quarantined';
COMMENT ON COLUMN statement_windows."rows" IS 'Records that became rows of the window';
COMMENT ON COLUMN statement_windows."outside" IS 'Records of days asked for beyond the window';
COMMENT ON COLUMN statement_windows."duplicates" IS 'Records that came twice in the answer';
COMMENT ON COLUMN statement_windows."quarantined" IS 'Records that could not be normalised';
COMMENT ON COLUMN statement_windows."inserted" IS 'Rows inserted';
COMMENT ON COLUMN statement_windows."changed" IS 'Rows changed';
COMMENT ON COLUMN statement_windows."unchanged" IS 'Rows that were there already';
COMMENT ON COLUMN statement_windows."withdrawn" IS 'Stored rows that the service shows no longer';
COMMENT ON COLUMN statement_windows."returned" IS 'Withdrawn rows that the service shows again';
COMMENT ON COLUMN statement_windows."bytes" IS 'Length of the decoded body';
COMMENT ON COLUMN statement_windows."sha256" IS 'SHA-256 of the decoded body, lower-case hex';
COMMENT ON COLUMN statement_windows."opening_balance" IS 'Balance before the first row; NULL unknown';
COMMENT ON COLUMN statement_windows."closing_balance" IS 'Balance after the last row; NULL unknown';
COMMENT ON COLUMN statement_windows."debit_total" IS 'Sum of the debits';
COMMENT ON COLUMN statement_windows."credit_total" IS 'Sum of the credits';
COMMENT ON COLUMN statement_windows."verdict" IS 'proven, gap, ambiguous, unanchored or truncated';
COMMENT ON COLUMN statement_windows."requested_at" IS 'When the successful attempt was sent';
COMMENT ON COLUMN statement_windows."duration_ms" IS 'From the first attempt to the last byte of the answer';
COMMENT ON COLUMN statement_windows."committed_at" IS 'When the window was committed';
COMMENT ON COLUMN statement_windows."previous_hash" IS 'audit_hash of the window before; 64 zeros for the first';
COMMENT ON COLUMN statement_windows."audit_hash" IS 'SHA-256 over this record, its rows and events; see docs/audit.md';
CREATE TABLE runs (
  "run_id" VARCHAR NOT NULL,
  "status" VARCHAR NOT NULL,
  "program_version" VARCHAR NOT NULL,
  "wallets" VARCHAR[] NOT NULL,
  "asked_from" DATE,
  "asked_to" DATE,
  "started_at" TIMESTAMPTZ NOT NULL,
  "ended_at" TIMESTAMPTZ,
  "duration_ms" BIGINT,
  "report" VARCHAR
);
COMMENT ON TABLE runs IS 'One row for each run';
COMMENT ON COLUMN runs."run_id" IS 'Identifier of the run';
COMMENT ON COLUMN runs."status" IS 'running, complete, incomplete, failed, or interrupted when it never ended';
COMMENT ON COLUMN runs."program_version" IS 'Version of the program that ran';
COMMENT ON COLUMN runs."wallets" IS 'Wallets asked for';
COMMENT ON COLUMN runs."asked_from" IS 'First day asked for; NULL when each wallet went on from its watermark';
COMMENT ON COLUMN runs."asked_to" IS 'Last day asked for; NULL likewise';
COMMENT ON COLUMN runs."started_at" IS 'When the run began';
COMMENT ON COLUMN runs."ended_at" IS 'When the run ended; NULL while it runs or when it was interrupted';
COMMENT ON COLUMN runs."duration_ms" IS 'How long the run took';
COMMENT ON COLUMN runs."report" IS 'The run''s report as JSON, the document that pull --json prints';
CREATE TABLE watermarks (
  "wallet_no" VARCHAR NOT NULL,
  "complete_from" DATE NOT NULL,
  "complete_to" DATE NOT NULL,
  "updated_at" TIMESTAMPTZ NOT NULL,
  "run_id" VARCHAR NOT NULL
);
COMMENT ON TABLE watermarks IS 'How far each wallet is complete';
COMMENT ON COLUMN watermarks."wallet_no" IS 'Wallet account number';
COMMENT ON COLUMN watermarks."complete_from" IS 'First day of the complete range';
COMMENT ON COLUMN watermarks."complete_to" IS 'Last day of the complete range; that day is over';
COMMENT ON COLUMN watermarks."updated_at" IS 'When the range last changed';
COMMENT ON COLUMN watermarks."run_id" IS 'Run that last changed the range';
CREATE TABLE quarantine (
  "id" BIGINT NOT NULL,
  "wallet_no" VARCHAR NOT NULL,
  "raw_text" VARCHAR NOT NULL,
  "reason" VARCHAR NOT NULL,
  "detail" VARCHAR NOT NULL,
  "day" DATE,
  "state" VARCHAR NOT NULL,
  "window_sequence" BIGINT NOT NULL,
  "window_from" DATE NOT NULL,
  "window_to" DATE NOT NULL,
  "awaited_from" DATE,
  "awaited_to" DATE,
  "first_seen_at" TIMESTAMPTZ NOT NULL,
  "first_run_id" VARCHAR NOT NULL,
  "last_seen_at" TIMESTAMPTZ NOT NULL,
  "last_run_id" VARCHAR NOT NULL,
  "closed_at" TIMESTAMPTZ,
  "closed_run_id" VARCHAR,
  "closed_sequence" BIGINT
);
COMMENT ON TABLE quarantine IS 'Records that could not be normalised, with the very text that was received';
COMMENT ON COLUMN quarantine."id" IS 'Counts the records of this file, from 1';
COMMENT ON COLUMN quarantine."wallet_no" IS 'Wallet account number';
COMMENT ON COLUMN quarantine."raw_text" IS 'The record exactly as received';
COMMENT ON COLUMN quarantine."reason" IS 'What stood in the way';
COMMENT ON COLUMN quarantine."detail" IS 'The field and what it should look like';
COMMENT ON COLUMN quarantine."day" IS 'Day the record stands on; NULL when its date can''t be read';
COMMENT ON COLUMN quarantine."state" IS 'open, replaced when later complete answers for its days show it no longer, or resolved when it became a row';
COMMENT ON COLUMN quarantine."window_sequence" IS 'Window that brought it first: statement_windows.sequence';
COMMENT ON COLUMN quarantine."window_from" IS 'First day of that window';
COMMENT ON COLUMN quarantine."window_to" IS 'Last day of that window';
COMMENT ON COLUMN quarantine."awaited_from" IS 'First day that complete windows have yet to cover without it; NULL when its day is known';
COMMENT ON COLUMN quarantine."awaited_to" IS 'Last such day; a record of an unknown day is replaced when none is left';
COMMENT ON COLUMN quarantine."first_seen_at" IS 'When it came first';
COMMENT ON COLUMN quarantine."first_run_id" IS 'Run that brought it first';
COMMENT ON COLUMN quarantine."last_seen_at" IS 'When it came last';
COMMENT ON COLUMN quarantine."last_run_id" IS 'Run that brought it last';
COMMENT ON COLUMN quarantine."closed_at" IS 'When it left the state open';
COMMENT ON COLUMN quarantine."closed_run_id" IS 'Run that closed it';
COMMENT ON COLUMN quarantine."closed_sequence" IS 'Window that closed it: statement_windows.sequence';
CREATE TABLE continuity_windows (
  "wallet_no" VARCHAR NOT NULL,
  "from_day" DATE NOT NULL,
  "to_day" DATE NOT NULL,
  "cut_off" BOOLEAN NOT NULL,
  "record" VARCHAR
);
COMMENT ON TABLE continuity_windows IS 'What the balances of some days say, for the program''s own use: enough to join them to other days';
COMMENT ON COLUMN continuity_windows."wallet_no" IS 'Wallet account number';
COMMENT ON COLUMN continuity_windows."from_day" IS 'First of the days; the days of a wallet''s entries never overlap';
COMMENT ON COLUMN continuity_windows."to_day" IS 'Last of the days';
COMMENT ON COLUMN continuity_windows."cut_off" IS 'Whether the answer for the days may be cut off';
COMMENT ON COLUMN continuity_windows."record" IS 'What they say; NULL when it has to be worked out again from the rows';
CREATE TABLE continuity_gaps (
  "id" BIGINT NOT NULL,
  "wallet_no" VARCHAR NOT NULL,
  "currency" VARCHAR,
  "after_txn_id" VARCHAR,
  "before_txn_id" VARCHAR,
  "from_time" TIMESTAMP,
  "to_time" TIMESTAMP,
  "missing" DECIMAL(38,4) NOT NULL,
  "state" VARCHAR NOT NULL,
  "found_at" TIMESTAMPTZ NOT NULL,
  "found_run_id" VARCHAR NOT NULL,
  "closed_at" TIMESTAMPTZ,
  "closed_run_id" VARCHAR
);
COMMENT ON TABLE continuity_gaps IS 'Places where the balances of a wallet do not meet';
COMMENT ON COLUMN continuity_gaps."id" IS 'Counts the gaps of this file, from 1';
COMMENT ON COLUMN continuity_gaps."wallet_no" IS 'Wallet account number';
COMMENT ON COLUMN continuity_gaps."currency" IS 'Currency of the chain; NULL unknown';
COMMENT ON COLUMN continuity_gaps."after_txn_id" IS 'Row before the gap; NULL when nothing stands there';
COMMENT ON COLUMN continuity_gaps."before_txn_id" IS 'Row after the gap; NULL when nothing stands there';
COMMENT ON COLUMN continuity_gaps."from_time" IS 'Wall clock of the row before';
COMMENT ON COLUMN continuity_gaps."to_time" IS 'Wall clock of the row after';
COMMENT ON COLUMN continuity_gaps."missing" IS 'What the balance moved by in between';
COMMENT ON COLUMN continuity_gaps."state" IS 'open or closed';
COMMENT ON COLUMN continuity_gaps."found_at" IS 'When the gap was found';
COMMENT ON COLUMN continuity_gaps."found_run_id" IS 'Run that found it';
COMMENT ON COLUMN continuity_gaps."closed_at" IS 'When it was closed';
COMMENT ON COLUMN continuity_gaps."closed_run_id" IS 'Run that closed it';

CREATE VIEW current_transactions AS SELECT * FROM transactions WHERE withdrawn_at IS NULL;
COMMENT ON VIEW current_transactions IS 'Rows that the service shows: transactions that are not withdrawn';

CREATE VIEW transaction_events AS
SELECT t.window_sequence AS sequence, 'inserted' AS kind, t.wallet_no, t.txn_id, t.leg, NULL AS "before",
  coalesce(c."before", struct_pack("type" := t."type", "amount" := t."amount", "balance" := t."balance", "currency" := t."currency", "description" := t."description", "confirmed" := t."confirmed", "occurred_at" := t."occurred_at", "local_time" := t."local_time", "date_text" := t."date_text", "time_flag" := t."time_flag")) AS "after", w.run_id, w.committed_at AS "at"
FROM transactions t
JOIN statement_windows w ON w.sequence = t.window_sequence
LEFT JOIN (
  SELECT wallet_no, txn_id, leg, arg_min("before", sequence) AS "before" FROM row_changes GROUP BY ALL
) c ON c.wallet_no = t.wallet_no AND c.txn_id = t.txn_id AND c.leg = t.leg
UNION ALL
SELECT sequence, kind, wallet_no, txn_id, leg, "before", "after", run_id, "at" FROM row_changes;
COMMENT ON VIEW transaction_events IS 'Every insertion, change, withdrawal and return, with the content before and after';

CREATE VIEW daily_balance AS
WITH days AS (
  SELECT wallet_no, currency, local_time::DATE AS day, count(*) AS "rows",
    max(position) AS last_position, arg_max(balance, position) AS last_balance,
    coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net
  FROM current_transactions GROUP BY ALL
)
SELECT wallet_no, currency, day, "rows", debit_total, credit_total, net,
  CASE WHEN last_position % 10000000 + 1 = "rows" THEN last_balance END AS closing_balance
FROM days;
COMMENT ON VIEW daily_balance IS 'Totals of each day with rows; closing_balance is NULL when the last row is not known';

CREATE VIEW monthly_cashflow AS
SELECT wallet_no, currency, date_trunc('month', day)::DATE AS month, sum("rows")::BIGINT AS "rows",
  sum(debit_total) AS debit_total, sum(credit_total) AS credit_total, sum(net) AS net
FROM daily_balance GROUP BY ALL;
COMMENT ON VIEW monthly_cashflow IS 'Debits, credits and their difference by month of the service''s calendar';

CREATE VIEW counterparties AS
SELECT wallet_no, currency, CASE WHEN starts_with(rest, ' ') OR ends_with(rest, ' ') THEN trim(rest) ELSE rest END
    AS counterparty,
  count(*) AS "rows",
  coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
  coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net,
  min(local_time) AS first_at, max(local_time) AS last_at
FROM (
  SELECT *, regexp_replace(description, '^\s*((credited|debited)\s+)?[A-Za-z]{3}\s?[0-9][0-9.,]*\s*', '', 'i') AS rest
  FROM current_transactions
) GROUP BY ALL;
COMMENT ON VIEW counterparties IS 'Totals by description, without the currency and amount that it begins with';

CREATE VIEW wallet_summary AS
WITH live AS (
  SELECT wallet_no, currency, count(*) AS "rows", min(local_time) AS first_at, max(local_time) AS last_at,
    coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net
  FROM current_transactions GROUP BY ALL
), closing AS (
  SELECT wallet_no, currency, arg_max_null(closing_balance, day) AS closing_balance FROM daily_balance GROUP BY ALL
), gone AS (
  SELECT wallet_no, currency, count(*) AS withdrawn FROM transactions WHERE withdrawn_at IS NOT NULL GROUP BY ALL
), named AS (
  SELECT wallet_no, currency FROM live UNION SELECT wallet_no, currency FROM gone
), wallets AS (
  FROM named UNION ALL
  SELECT DISTINCT wallet_no, NULL FROM statement_windows w
  WHERE NOT EXISTS (FROM named n WHERE n.wallet_no = w.wallet_no)
)
SELECT w.wallet_no, w.currency, coalesce(l."rows", 0) AS "rows", l.first_at, l.last_at,
  coalesce(l.debit_total, 0) AS debit_total, coalesce(l.credit_total, 0) AS credit_total, coalesce(l.net, 0) AS net,
  c.closing_balance, coalesce(g.withdrawn, 0) AS withdrawn, m.complete_from, m.complete_to,
  (SELECT count(*) FROM quarantine q WHERE q.wallet_no = w.wallet_no AND q.state = 'open') AS quarantined,
  (SELECT count(*) FROM continuity_gaps p WHERE p.wallet_no = w.wallet_no AND p.state = 'open') AS gaps
FROM wallets w
LEFT JOIN live l ON l.wallet_no = w.wallet_no AND l.currency IS NOT DISTINCT FROM w.currency
LEFT JOIN closing c ON c.wallet_no = w.wallet_no AND c.currency IS NOT DISTINCT FROM w.currency
LEFT JOIN gone g ON g.wallet_no = w.wallet_no AND g.currency IS NOT DISTINCT FROM w.currency
LEFT JOIN watermarks m ON m.wallet_no = w.wallet_no;
COMMENT ON VIEW wallet_summary IS 'One row for each wallet and currency, with or without rows; quarantined and gaps count the whole wallet''s';

CREATE VIEW audit_lines AS
SELECT sequence, 0 AS part, '' AS txn_id, 0 AS leg, 'wallet-statement audit 1' AS line FROM statement_windows
UNION ALL
SELECT sequence, 1, '', 0, concat('window', chr(9), coalesce(w."sequence"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(w."run_id", '\') OR contains(w."run_id", chr(9)) OR contains(w."run_id", chr(10)) OR contains(w."run_id", chr(13))
   THEN replace(replace(replace(replace(w."run_id", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE w."run_id" END, '\N'), chr(9), coalesce(CASE WHEN contains(w."wallet_no", '\') OR contains(w."wallet_no", chr(9)) OR contains(w."wallet_no", chr(10)) OR contains(w."wallet_no", chr(13))
   THEN replace(replace(replace(replace(w."wallet_no", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE w."wallet_no" END, '\N'), chr(9), coalesce(w."from_day"::VARCHAR, '\N'), chr(9), coalesce(w."to_day"::VARCHAR, '\N'), chr(9), coalesce(w."last_settled_day"::VARCHAR, '\N'), chr(9), coalesce(w."asked_from"::VARCHAR, '\N'), chr(9), coalesce(w."asked_to"::VARCHAR, '\N'), chr(9), coalesce(w."row_limit"::VARCHAR, '\N'), chr(9), coalesce(w."attempts"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(w."status", '\') OR contains(w."status", chr(9)) OR contains(w."status", chr(10)) OR contains(w."status", chr(13))
   THEN replace(replace(replace(replace(w."status", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE w."status" END, '\N'), chr(9), coalesce(w."received"::VARCHAR, '\N'), chr(9), coalesce(w."rows"::VARCHAR, '\N'), chr(9), coalesce(w."outside"::VARCHAR, '\N'), chr(9), coalesce(w."duplicates"::VARCHAR, '\N'), chr(9), coalesce(w."quarantined"::VARCHAR, '\N'), chr(9), coalesce(w."inserted"::VARCHAR, '\N'), chr(9), coalesce(w."changed"::VARCHAR, '\N'), chr(9), coalesce(w."unchanged"::VARCHAR, '\N'), chr(9), coalesce(w."withdrawn"::VARCHAR, '\N'), chr(9), coalesce(w."returned"::VARCHAR, '\N'), chr(9), coalesce(w."bytes"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(w."sha256", '\') OR contains(w."sha256", chr(9)) OR contains(w."sha256", chr(10)) OR contains(w."sha256", chr(13))
   THEN replace(replace(replace(replace(w."sha256", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE w."sha256" END, '\N'), chr(9), coalesce(w."opening_balance"::VARCHAR, '\N'), chr(9), coalesce(w."closing_balance"::VARCHAR, '\N'), chr(9), coalesce(w."debit_total"::VARCHAR, '\N'), chr(9), coalesce(w."credit_total"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(w."verdict", '\') OR contains(w."verdict", chr(9)) OR contains(w."verdict", chr(10)) OR contains(w."verdict", chr(13))
   THEN replace(replace(replace(replace(w."verdict", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE w."verdict" END, '\N'), chr(9), coalesce(epoch_us(w."requested_at")::VARCHAR, '\N'), chr(9), coalesce(w."duration_ms"::VARCHAR, '\N'), chr(9), coalesce(epoch_us(w."committed_at")::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(w."previous_hash", '\') OR contains(w."previous_hash", chr(9)) OR contains(w."previous_hash", chr(10)) OR contains(w."previous_hash", chr(13))
   THEN replace(replace(replace(replace(w."previous_hash", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE w."previous_hash" END, '\N')) FROM statement_windows w
UNION ALL
SELECT sequence, CASE kind WHEN 'inserted' THEN 2 ELSE 3 END, txn_id, leg,
  CASE kind WHEN 'inserted' THEN concat('row', chr(9), coalesce(CASE WHEN contains(e.txn_id, '\') OR contains(e.txn_id, chr(9)) OR contains(e.txn_id, chr(10)) OR contains(e.txn_id, chr(13))
   THEN replace(replace(replace(replace(e.txn_id, '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e.txn_id END, '\N'), chr(9), e.leg, chr(9), coalesce(CASE WHEN contains(e."after"."type", '\') OR contains(e."after"."type", chr(9)) OR contains(e."after"."type", chr(10)) OR contains(e."after"."type", chr(13))
   THEN replace(replace(replace(replace(e."after"."type", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."type" END, '\N'), chr(9), coalesce(e."after"."amount"::VARCHAR, '\N'), chr(9), coalesce(e."after"."balance"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."currency", '\') OR contains(e."after"."currency", chr(9)) OR contains(e."after"."currency", chr(10)) OR contains(e."after"."currency", chr(13))
   THEN replace(replace(replace(replace(e."after"."currency", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."currency" END, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."description", '\') OR contains(e."after"."description", chr(9)) OR contains(e."after"."description", chr(10)) OR contains(e."after"."description", chr(13))
   THEN replace(replace(replace(replace(e."after"."description", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."description" END, '\N'), chr(9), coalesce(e."after"."confirmed"::VARCHAR, '\N'), chr(9), coalesce(epoch_us(e."after"."occurred_at")::VARCHAR, '\N'), chr(9), coalesce(epoch_us(e."after"."local_time")::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."date_text", '\') OR contains(e."after"."date_text", chr(9)) OR contains(e."after"."date_text", chr(10)) OR contains(e."after"."date_text", chr(13))
   THEN replace(replace(replace(replace(e."after"."date_text", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."date_text" END, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."time_flag", '\') OR contains(e."after"."time_flag", chr(9)) OR contains(e."after"."time_flag", chr(10)) OR contains(e."after"."time_flag", chr(13))
   THEN replace(replace(replace(replace(e."after"."time_flag", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."time_flag" END, '\N')) ELSE concat(concat(e.kind, chr(9), coalesce(CASE WHEN contains(e.txn_id, '\') OR contains(e.txn_id, chr(9)) OR contains(e.txn_id, chr(10)) OR contains(e.txn_id, chr(13))
   THEN replace(replace(replace(replace(e.txn_id, '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e.txn_id END, '\N'), chr(9), e.leg, chr(9), coalesce(CASE WHEN contains(e."before"."type", '\') OR contains(e."before"."type", chr(9)) OR contains(e."before"."type", chr(10)) OR contains(e."before"."type", chr(13))
   THEN replace(replace(replace(replace(e."before"."type", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."before"."type" END, '\N'), chr(9), coalesce(e."before"."amount"::VARCHAR, '\N'), chr(9), coalesce(e."before"."balance"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(e."before"."currency", '\') OR contains(e."before"."currency", chr(9)) OR contains(e."before"."currency", chr(10)) OR contains(e."before"."currency", chr(13))
   THEN replace(replace(replace(replace(e."before"."currency", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."before"."currency" END, '\N'), chr(9), coalesce(CASE WHEN contains(e."before"."description", '\') OR contains(e."before"."description", chr(9)) OR contains(e."before"."description", chr(10)) OR contains(e."before"."description", chr(13))
   THEN replace(replace(replace(replace(e."before"."description", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."before"."description" END, '\N'), chr(9), coalesce(e."before"."confirmed"::VARCHAR, '\N'), chr(9), coalesce(epoch_us(e."before"."occurred_at")::VARCHAR, '\N'), chr(9), coalesce(epoch_us(e."before"."local_time")::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(e."before"."date_text", '\') OR contains(e."before"."date_text", chr(9)) OR contains(e."before"."date_text", chr(10)) OR contains(e."before"."date_text", chr(13))
   THEN replace(replace(replace(replace(e."before"."date_text", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."before"."date_text" END, '\N'), chr(9), coalesce(CASE WHEN contains(e."before"."time_flag", '\') OR contains(e."before"."time_flag", chr(9)) OR contains(e."before"."time_flag", chr(10)) OR contains(e."before"."time_flag", chr(13))
   THEN replace(replace(replace(replace(e."before"."time_flag", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."before"."time_flag" END, '\N')), CASE WHEN e.kind <> 'withdrawn' THEN concat(chr(9), concat(coalesce(CASE WHEN contains(e."after"."type", '\') OR contains(e."after"."type", chr(9)) OR contains(e."after"."type", chr(10)) OR contains(e."after"."type", chr(13))
   THEN replace(replace(replace(replace(e."after"."type", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."type" END, '\N'), chr(9), coalesce(e."after"."amount"::VARCHAR, '\N'), chr(9), coalesce(e."after"."balance"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."currency", '\') OR contains(e."after"."currency", chr(9)) OR contains(e."after"."currency", chr(10)) OR contains(e."after"."currency", chr(13))
   THEN replace(replace(replace(replace(e."after"."currency", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."currency" END, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."description", '\') OR contains(e."after"."description", chr(9)) OR contains(e."after"."description", chr(10)) OR contains(e."after"."description", chr(13))
   THEN replace(replace(replace(replace(e."after"."description", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."description" END, '\N'), chr(9), coalesce(e."after"."confirmed"::VARCHAR, '\N'), chr(9), coalesce(epoch_us(e."after"."occurred_at")::VARCHAR, '\N'), chr(9), coalesce(epoch_us(e."after"."local_time")::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."date_text", '\') OR contains(e."after"."date_text", chr(9)) OR contains(e."after"."date_text", chr(10)) OR contains(e."after"."date_text", chr(13))
   THEN replace(replace(replace(replace(e."after"."date_text", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."date_text" END, '\N'), chr(9), coalesce(CASE WHEN contains(e."after"."time_flag", '\') OR contains(e."after"."time_flag", chr(9)) OR contains(e."after"."time_flag", chr(10)) OR contains(e."after"."time_flag", chr(13))
   THEN replace(replace(replace(replace(e."after"."time_flag", '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE e."after"."time_flag" END, '\N'))) END) END
FROM transaction_events e
UNION ALL
SELECT window_sequence, 4, '', id, concat('quarantined', chr(9), q.id, chr(9), q.reason, chr(9), coalesce(CASE WHEN contains(q.detail, '\') OR contains(q.detail, chr(9)) OR contains(q.detail, chr(10)) OR contains(q.detail, chr(13))
   THEN replace(replace(replace(replace(q.detail, '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE q.detail END, '\N'), chr(9), coalesce(q."day"::VARCHAR, '\N'), chr(9), coalesce(CASE WHEN contains(q.raw_text, '\') OR contains(q.raw_text, chr(9)) OR contains(q.raw_text, chr(10)) OR contains(q.raw_text, chr(13))
   THEN replace(replace(replace(replace(q.raw_text, '\', '\\'), chr(9), '\t'), chr(10), '\n'), chr(13), '\r')
   ELSE q.raw_text END, '\N')) FROM quarantine q
UNION ALL
SELECT closed_sequence, 5, '', id, concat(q.state, chr(9), q.id) FROM quarantine q WHERE closed_sequence IS NOT NULL;
COMMENT ON VIEW audit_lines IS 'Lines of the canonical text that audit_hash is taken of; order them by part, txn_id, leg';; INSERT INTO migrations VALUES (1, 'tables and views', now());ALTER TABLE continuity_windows ADD COLUMN answer VARCHAR;
COMMENT ON COLUMN continuity_windows.answer IS
  'The answer that all the rows of the days came in; NULL when unknown or changed since'; INSERT INTO migrations VALUES (2, 'known answers', now()); COMMIT;
