/**
 * The page of an answer with some records, for services that tests make up.
 */
import { createHash } from "node:crypto"
import type { StatementPage, StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { JsonReader } from "../../src/json/JsonReader.ts"
import { RecordReader } from "../../src/statement/RecordReader.ts"
import { boundless, recordText } from "../../src/statement/recordTexts.ts"

const utf8 = new TextEncoder()

/** A service is asked for the same records over and over. */
const texts = new WeakMap<StatementRecord, string>()

const textOf = (record: StatementRecord): string => {
  const text = texts.get(record) ?? recordText(record)
  texts.set(record, text)
  return text
}

/** What a statement service gives for a request: the same records always have the same digest, unless another is given. */
export const pageOf = (
  request: StatementRequest,
  shown: ReadonlyArray<StatementRecord>,
  changes: Partial<Pick<StatementPage, "servedAt" | "sha256">> = {}
): StatementPage => {
  const text = `[${shown.map(textOf).join(",")}]`
  const reader = new RecordReader(new JsonReader(utf8.encode(text), boundless))
  reader.readAll(1)
  const sha256 = changes.sha256 ?? createHash("sha256").update(text).digest("hex")
  return {
    request,
    records: reader.records(sha256),
    bytes: 100,
    attempts: 1,
    requestedAt: 0,
    durationMillis: 1,
    ...changes,
    sha256
  }
}
