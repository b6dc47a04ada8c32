/**
 * The page of an answer that tests write as text.
 */
import { Result } from "effect"
import { createHash } from "node:crypto"
import type { StatementPage, StatementRequest } from "../../src/domain/StatementPage.ts"
import { readPage } from "../../src/statement/readPage.ts"

/** Reads a body as the statement service does. */
export const pageOfBody = (request: StatementRequest, body: string): StatementPage => {
  const bytes = new TextEncoder().encode(body)
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  return {
    request,
    records: Result.getOrThrow(readPage(bytes, sha256)),
    bytes: bytes.length,
    sha256,
    attempts: 1,
    requestedAt: 1_700_000_000_000,
    durationMillis: 5
  }
}

/** How a service may write the same: in the interface's way, or with other keys first, a field more, escapes and spaces. */
export type Writing = "usual" | "unusual"

/** A statement's body in one of the ways; numbers keep their value, not their digits. */
export const written = (way: Writing, body: string): string => {
  if (way === "usual") return body
  const { data, ...envelope } = JSON.parse(body)
  const records = data.map((record: Record<string, unknown>, index: number) => {
    const entries = [...Object.entries(record), ["ref", { index, tags: ["\u{1f600}", null] }]]
    return Object.fromEntries(index % 2 === 0 ? entries.reverse() : entries)
  })
  return JSON.stringify({ ...envelope, data: records }, null, 1).replaceAll("\"KES", "\"\\u004bES")
}
