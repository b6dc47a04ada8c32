/**
 * Files of an export in a text format: where one ends and the next begins.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TextFormat } from "../../src/analytics/export/Format.ts"
import type { LedgerRow } from "../../src/analytics/export/Ledger.ts"
import { writeTexts } from "../../src/cli/actions/export/writeTexts.ts"
import { ledgerOf, rowOf } from "../analytics/export/craftedLedger.ts"

const lines: Pick<TextFormat, "kind" | "title" | "beginning" | "text"> = {
  kind: "text",
  title: "lines",
  beginning: "head",
  text: () => ({
    before: "head\n",
    ledger: () => ({
      before: "",
      row: ({ id, isPosted }: LedgerRow) => isPosted ? `é${id}\n` : "",
      after: () => ""
    }),
    after: "end\n"
  })
}

const rows = ["1", "2", "-", "3", "4", "5"].map((id) => rowOf({ id, isPosted: id !== "-" }))

const writtenBy = (format: TextFormat) =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "texts-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    let count = 0
    const ledgers = [ledgerOf(rows), ledgerOf(rows, { currency: "USD" })]
    const { parts } = yield* writeTexts(
      format,
      { ledgers, madeAt: 0, head: null },
      { rows: () => Stream.make(rows.slice(0, 4), rows.slice(4)) },
      () => join(folder, String(count++))
    )
    return parts.map(({ ledgers, temporary }) =>
      `${ledgers.map(({ currency }) => currency).join()} ${
        readFileSync(temporary, "utf8").trimEnd().replaceAll("\n", " ")
      }`
    )
  }).pipe(Effect.scoped)

describe("the files of an export", () => {
  it.effect("are one without a limit, and one for each ledger where their reader takes one at a time", () =>
    Effect.gen(function*() {
      const whole = "é1 é2 é3 é4 é5"
      assert.deepStrictEqual(yield* writtenBy({ ...lines, isSplitByLedger: false, mostBytes: null }), [
        `KES,USD head ${whole} ${whole} end`
      ])
      assert.deepStrictEqual(yield* writtenBy({ ...lines, isSplitByLedger: true, mostBytes: null }), [
        `KES head ${whole} end`,
        `USD head ${whole} end`
      ])
    }))

  it.effect("have no more rows than their reader takes, of which those that are left out are none", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* writtenBy({ ...lines, isSplitByLedger: true, mostBytes: null, mostRows: 2 }),
        ["KES", "USD"].flatMap((currency) => [
          `${currency} head é1 é2 end`,
          `${currency} head é3 é4 end`,
          `${currency} head é5 end`
        ])
      )
    }))

  it.effect("have no more bytes than their reader takes, headings and ends with them", () =>
    Effect.gen(function*() {
      // A heading of 5 bytes, rows of 4, an end of 4.
      for (const [mostBytes, first] of [[21, "é1 é2 é3"], [20, "é1 é2"]] as const) {
        const [part] = yield* writtenBy({ ...lines, isSplitByLedger: true, mostBytes })
        assert.strictEqual(part, `KES head ${first} end`)
      }
    }))
})
