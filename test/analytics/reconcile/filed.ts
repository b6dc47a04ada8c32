/**
 * A file with a few rows of February 2024, to be held against books.
 */
import { Effect, Stream } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fillBooks } from "../../../src/analytics/reconcile/fillBooks.ts"
import { listed, listNames } from "../../../src/analytics/reconcile/listed.ts"
import { sides } from "../../../src/analytics/reconcile/matchTables.ts"
import { type Asked, newDecisions } from "../../../src/analytics/reconcile/newDecisions.ts"
import { reconcile, type Reconciled, type ReconcileOptions } from "../../../src/analytics/reconcile/reconcile.ts"
import { openWorkspace, type Workspace } from "../../../src/analytics/Workspace.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { Database, decideRows } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { day, row, window } from "../../../src/testing/windows.ts"
import { layerFile } from "../../kit/emptyFile.ts"
import { folder } from "../../sink/duckdb/files.ts"
import { booksAt } from "./booksAt.ts"

export const kes = { currency: Currency.make("KES"), description: "" }
/** A payment with its fee, two that are alike, and one of January. */
export const rows = [
  row("A", "2024-02-01 10:00:00", "-30.00", "70.00", kes),
  row("A", "2024-02-01 10:00:00", "-1.50", "68.50", kes),
  row("B", "2024-02-02 10:00:00", "40.00", "108.50", kes),
  row("C", "2024-02-02 11:00:00", "40.00", "148.50", kes),
  row("D", "2024-01-05 11:00:00", "7.00", "100.00", kes)
]

/** A file that holds a statement; `decide` and `held` are what the commands do with books in CSV. */
export const filed = Effect.fnUntraced(function*(stored: ReadonlyArray<ReturnType<typeof row>> = rows) {
  const place = yield* folder
  const path = join(place, "x.duckdb")
  const commit = (some: ReadonlyArray<ReturnType<typeof row>>) =>
    Effect.flatMap(Sink, (sink) => sink.commit(window("2024-01-01", "2024-03-31", some))).pipe(
      Effect.provide(layerFile(path))
    )
  yield* commit(stored)
  const books = (csv: string, profile: string | null = null) => {
    const file = join(place, "b.csv")
    writeFileSync(file, csv)
    return { ...booksAt(file), profile }
  }
  const decide = Effect.fnUntraced(function*(csv: string, asked: Partial<Asked>, at = 1_700_000_000_000) {
    const workspace = yield* openWorkspace
    yield* workspace.run(sides)
    yield* fillBooks(workspace, books(csv))
    return yield* decideRows({ path }, (reader) =>
      newDecisions(workspace, reader, {
        kind: "together",
        statement: [],
        books: [],
        wallet: null,
        profile: null,
        by: "ann",
        reason: "told",
        at,
        ...asked
      }))
  }, Effect.scoped)
  const heldIn = <A, E, R>(
    csv: string,
    { profile, ...options }: Partial<ReconcileOptions> & { readonly profile?: string },
    use: (workspace: Workspace, reconciled: Reconciled) => Effect.Effect<A, E, R>
  ) =>
    Effect.scoped(Effect.gen(function*() {
      const workspace = yield* openWorkspace
      const reconciled = yield* reconcile(
        workspace,
        (read) => Effect.scoped(Effect.flatMap(Database.openReadOnly(path), read)),
        {
          books: books(csv, profile),
          fees: [],
          wallet: null,
          from: day("2024-02-01"),
          to: day("2024-02-29"),
          days: 3,
          ...options
        }
      )
      return yield* use(workspace, reconciled)
    }))
  const held = (csv: string, options: Partial<ReconcileOptions> & { readonly profile?: string } = {}) =>
    heldIn(csv, options, (workspace, { passedOver, totals, unfit }) =>
      Effect.gen(function*() {
        const lists: Record<string, ReadonlyArray<unknown>> = {}
        for (const name of listNames) {
          lists[name] = (yield* Stream.runCollect(listed(workspace, name))).flat().map((text) => JSON.parse(text))
        }
        return {
          lists,
          totals,
          passedOver: [passedOver.length, passedOver.map(({ profile }) => profile)],
          unfit: unfit.map(({ decision, why }) => [decision.id, why])
        }
      }))
  return { path, commit, decide, held, heldIn }
})
