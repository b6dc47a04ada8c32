/**
 * Files of an export in their places, and those of an earlier one that are told beside them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { csv } from "../../src/analytics/export/formats/csv.ts"
import { quickbooksCsv, xeroCsv } from "../../src/analytics/export/formats/importerCsv.ts"
import type { Ledger } from "../../src/analytics/export/Ledger.ts"
import type { LedgerReader } from "../../src/analytics/export/LedgerReader.ts"
import { putAllInPlace } from "../../src/cli/actions/export/putAllInPlace.ts"
import { ledgerOf, rowOf } from "../analytics/export/craftedLedger.ts"

const [one, two] = ["254700000001", "254700000002"] as const

/** A file with two wallets, each with so many rows. */
const readerOf = (rows: number): LedgerReader => ({
  database: {
    query: () => Effect.succeed({ columns: [], rows: [[one], [two]] }),
    stream: () => Effect.die("no format asks"),
    chunks: () => Stream.die("no format asks")
  },
  rows: () => Stream.make(Array.from({ length: rows }, (_, id) => rowOf({ id: String(id) })))
})

const ofWallet = (walletNo: string): Ledger => ledgerOf([], { walletNo })

const inFolder = <E>(use: (folder: string) => Effect.Effect<void, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "places-"))),
    use,
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const put = (out: string, walletNos: ReadonlyArray<string>, rows = 1, format = xeroCsv) =>
  Effect.scoped(
    putAllInPlace({
      format,
      exported: { ledgers: walletNos.map(ofWallet), madeAt: 0, head: null },
      reader: readerOf(rows),
      out,
      mayReplace: true
    })
  )

describe("the files of an export", () => {
  it.effect("are told when an earlier one was of other wallets", () =>
    inFolder(Effect.fnUntraced(function*(folder) {
      const out = join(folder, "s.csv")
      const [first, second] = [join(folder, `s-${one}-KES.csv`), join(folder, `s-${two}-KES.csv`)]
      assert.deepStrictEqual((yield* put(out, [one, two])).leftOver, [])
      assert.deepStrictEqual((yield* put(out, [one])).leftOver, [first, second])
      assert.deepStrictEqual((yield* put(out, [one, two])).leftOver, [out])
      assert.isTrue([out, first, second].every((path) => existsSync(path)))
    })))

  it.effect("are told when an earlier one had other parts", () =>
    inFolder(Effect.fnUntraced(function*(folder) {
      const out = join(folder, "s.csv")
      const parts = [1, 2, 3].map((part) => join(folder, `s-part${part}.csv`))
      assert.deepStrictEqual((yield* put(out, [one], 2001)).files.map(({ path }) => path), parts)
      assert.deepStrictEqual((yield* put(out, [one], 1001)).leftOver, parts.slice(2))
      assert.deepStrictEqual((yield* put(out, [one])).leftOver, parts)
      rmSync(parts[0] ?? "")
      const withWallets = yield* put(out, [one, two], 1001)
      assert.deepStrictEqual(withWallets.leftOver, [...parts.slice(1), out].toSorted())
      assert.deepStrictEqual(
        (yield* put(out, [two, one], 1)).leftOver.filter((path) => path.includes("-KES-part")),
        withWallets.files.map(({ path }) => path)
      )
    })))

  it.effect("are not told of what is another format's, another command's or no file", () =>
    inFolder(Effect.fnUntraced(function*(folder) {
      const out = join(folder, "s.csv")
      for (const name of ["s-2024.csv", "s-2024-KES.csv", `t-${one}-KES.csv`, "s-part0.csv", `s-${one}.txt`]) {
        yield* put(join(folder, name), [one])
      }
      yield* put(join(folder, `s-${two}-KES.csv`), [two], 1, quickbooksCsv)
      writeFileSync(join(folder, `s-${one}.csv`), "mine")
      assert.deepStrictEqual((yield* put(out, [one])).leftOver, [])
      yield* put(join(folder, "c-part1.csv"), [one], 1, csv)
      assert.deepStrictEqual((yield* put(join(folder, "c.csv"), [one], 1, csv)).leftOver, [])
    })))
})
