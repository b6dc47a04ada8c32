/**
 * Conclusions that somebody changed by hand in a file, and what a check of the file says.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { TestClock } from "effect/testing"
import type { Proof } from "../../src/domain/Proof.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { differingQuiet } from "../../src/pipeline/conclusions.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, layerDuckDbReadOnly, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { day } from "../../src/testing/windows.ts"
import { layerFile, madeOnce } from "../kit/emptyFile.ts"
import { type Entry, fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { tamper } from "../kit/tamper.ts"

/** A payment or two a day, and on the tenth more than are given at once. */
const entries: ReadonlyArray<Entry> = Array.from({ length: 28 }, (_, index) => {
  const day = String(index + 1).padStart(2, "0")
  const times = index === 9 ? ["08", "09", "10", "11", "12"] : index % 2 === 0 ? ["08"] : ["08", "09"]
  return times.map((hour) => ({
    id: `T${day}${hour}`,
    at: `2024-01-${day} ${hour}:00:00`,
    amount: index % 3 === 2 ? `-${index}.50` : `${index + 10}.25`
  }))
}).flat()

/** A file with a cut-off day, and with a gap on the 20th of January. */
const withFile = madeOnce(Effect.fnUntraced(function*(path) {
  yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
  const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({
    [wallet]: recordsOf(entries).filter(({ txnId }) => txnId !== "T2008")
  })
  const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
  yield* Pull.run.pipe(
    Effect.provide(fakeStatement(books, requests)),
    Effect.provideService(PullSettings, pullSettings({ limit: 4 })),
    Effect.provide(layerFile(path))
  )
}))

const continuityOf = (path: string) => Effect.provide(verifyContinuity(wallet), layerDuckDbReadOnly({ path }))
const auditOf = (path: string) => Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))

const edits: ReadonlyArray<readonly [string, string, string]> = [
  [
    "a cut-off day noted as whole",
    "UPDATE continuity_windows SET cut_off = false WHERE cut_off",
    "2024-01-10 is not noted as cut off"
  ],
  [
    "a whole day noted as cut off",
    "UPDATE continuity_windows SET cut_off = true WHERE from_day <= '2024-01-05' AND to_day >= '2024-01-05'",
    "is noted as cut off"
  ],
  [
    "days of which nothing is noted any more",
    "DELETE FROM continuity_windows WHERE from_day <= '2024-01-20' AND to_day >= '2024-01-20'",
    "nothing is noted of 2024-01-"
  ],
  ["all that was noted gone", "DELETE FROM continuity_windows", "nothing is noted of 2024-01-01..2024-01-31"],
  [
    "days that no window brought",
    "INSERT INTO continuity_windows VALUES ('W-1', '2025-01-01', '2025-01-02', false, NULL, NULL)",
    "2025-01-01..2025-01-02 is noted, and no window brought it"
  ],
  ["a gap that is gone", "DELETE FROM continuity_gaps", "and none is noted"],
  ["a gap that was closed", "UPDATE continuity_gaps SET state = 'closed'", "and none is noted"],
  ["a gap of another amount", "UPDATE continuity_gaps SET missing = missing + 1", "is noted, and the rows show none"],
  [
    "a gap that is none",
    "INSERT INTO continuity_gaps SELECT * REPLACE (99 AS id, 'X' AS after_txn_id) FROM continuity_gaps",
    "is noted, and the rows show none"
  ],
  [
    "a gap that is none, without an end",
    "INSERT INTO continuity_gaps SELECT * REPLACE (99 AS id, NULL AS before_txn_id, NULL AS to_time) FROM continuity_gaps",
    "to an unknown day is noted, and the rows show none"
  ],
  [
    "a gap noted twice",
    "INSERT INTO continuity_gaps SELECT * REPLACE (99 AS id) FROM continuity_gaps",
    "is noted, and the rows show none"
  ],
  [
    "nothing proven any more",
    "DELETE FROM proofs",
    "is proven in KES, and less is noted"
  ],
  [
    "a currency that no row is of",
    "INSERT INTO proofs SELECT * REPLACE ('USD' AS currency, NULL AS proven_from, NULL AS proven_to) FROM proofs",
    "USD is noted as one of the wallet's, and no row is of it"
  ],
  [
    "what is proven noted twice",
    "INSERT INTO proofs FROM proofs",
    "what is proven of a currency is noted more than once"
  ],
  [
    "days noted twice",
    "INSERT INTO continuity_windows FROM continuity_windows WHERE NOT cut_off LIMIT 1",
    "is noted more than once"
  ],
  [
    "more proven than is",
    "UPDATE proofs SET proven_to = '2024-01-27'",
    "2024-01-02 to 2024-01-27 is noted as proven in KES, and the rows do not prove it"
  ],
  [
    "a first day proven whose opening nobody knows",
    "UPDATE proofs SET proven_from = '2024-01-01', opening_known = true",
    "is noted as proven in KES, and the rows do not prove it"
  ],
  [
    "days without a row that no complete answer showed",
    "UPDATE proofs SET quiet_since = '2024-01-30'",
    "2024-01-30 is noted as the first day without a row since in KES, and the rows and windows show no such day"
  ]
]

const proofSince = (quietSince: string | null): Proof => ({
  currency: null,
  from: day("2024-01-01"),
  to: day("2024-01-20"),
  quietSince: quietSince === null ? null : day(quietSince),
  openingKnown: true
})

const toldQuiet = (noted: string | null, found: string | null) =>
  differingQuiet([proofSince(noted)], [proofSince(found)])

describe("conclusions", () => {
  it.effect("are what the windows and the rows say, in a file as it was written", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const { conclusions, differing, outdated, verdict } = yield* continuityOf(path)
      assert.deepStrictEqual([conclusions, outdated, differing, verdict.kind], [[], [], [], "truncated"])
      assert.isAbove(verdict.gaps.length, 0)
      assert.isNull((yield* auditOf(path)).difference)
    }))

  for (const [what, sql, said] of edits) {
    it.effect(`are told when they were changed by hand, and not believed: ${what}`, () =>
      Effect.gen(function*() {
        const path = yield* withFile
        const { verdict } = yield* continuityOf(path)
        assert.isAbove(yield* tamper(path, sql), 0)
        const after = yield* continuityOf(path)
        assert.include([...after.conclusions, ...after.outdated].join("\n"), said)
        assert.deepStrictEqual([after.verdict.kind, after.verdict.gaps], [verdict.kind, verdict.gaps])
      }))
  }

  const watermarks: ReadonlyArray<readonly [string, string]> = [
    ["earlier", "UPDATE watermarks SET complete_to = complete_to - 1"],
    ["later", "UPDATE watermarks SET complete_to = complete_to + 1"],
    ["beginning later", "UPDATE watermarks SET complete_from = complete_from + 1"],
    ["gone", "DELETE FROM watermarks"],
    ["twice", "INSERT INTO watermarks FROM watermarks"],
    ["proven further", "UPDATE watermarks SET proven_to = proven_to + 1"],
    ["not proven", "UPDATE watermarks SET proven_from = NULL, proven_to = NULL"],
    ["of a wallet that has none", "INSERT INTO watermarks SELECT * REPLACE ('W-2' AS wallet_no) FROM watermarks"]
  ]
  for (const [what, sql] of watermarks) {
    it.effect(`are told when they were changed by hand: a watermark ${what}`, () =>
      Effect.gen(function*() {
        const path = yield* withFile
        assert.isAbove(yield* tamper(path, sql), 0)
        assert.include((yield* auditOf(path)).difference?.what.join() ?? "", "watermark")
      }))
  }

  it("are told when days without a row are noted from another day on, or as none", () => {
    assert.deepStrictEqual([toldQuiet("2024-01-21", "2024-01-21"), toldQuiet(null, null)], [[], []])
    assert.deepStrictEqual(
      [...toldQuiet("2024-01-22", "2024-01-21"), ...toldQuiet(null, "2024-01-21")],
      [
        "2024-01-22 is noted as the first day without a row since, and the rows and windows show 2024-01-21",
        "no such day is noted as the first day without a row since, and the rows and windows show 2024-01-21"
      ]
    )
  })
})
