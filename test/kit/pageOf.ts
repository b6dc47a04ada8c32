/**
 * The page of an answer with some records, for services that tests make up.
 */
import { createHash } from "node:crypto"
import type { StatementPage, StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { recordsOf } from "../../src/statement/recordTexts.ts"

/** What a statement service gives for a request: the same records always have the same digest, unless another is given. */
export const pageOf = (
  request: StatementRequest,
  shown: ReadonlyArray<StatementRecord>,
  changes: Partial<Pick<StatementPage, "servedAt" | "sha256">> = {}
): StatementPage => ({
  request,
  records: recordsOf(shown),
  bytes: 100,
  sha256: createHash("sha256").update(JSON.stringify(shown)).digest("hex"),
  attempts: 1,
  requestedAt: 0,
  durationMillis: 1,
  ...changes
})
