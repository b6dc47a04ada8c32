/**
 * A decision as somebody asks for it: the rows are looked for, and none is one that another decision in force has.
 */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { DecidedRow, RowDecision } from "../../domain/RowDecision.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { type DecisionRefused, decisionRefused } from "./DecisionRefused.ts"
import { isAbout, nameOfRow, readDecisions } from "./decisions.ts"
import { fitDecisions } from "./fitDecisions.ts"
import { namedInBooks, namedInStatement, type NamedRow } from "./namedRows.ts"

/** What is decided, by whom and why. */
export interface Asked {
  readonly kind: RowDecision["kind"]
  readonly statement: ReadonlyArray<string>
  readonly books: ReadonlyArray<string>
  /** Whose rows of the statement are meant; null where their ids say so. */
  readonly wallet: string | null
  /** The profile of the books, where one was named. */
  readonly profile: string | null
  readonly by: string
  readonly reason: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

/** Twelve digits of a hash, as findings have. */
const idLength = 12

const decisionOf = (
  { at, by, kind, profile, reason }: Asked,
  rows: ReadonlyArray<DecidedRow>,
  place: number
): RowDecision => ({
  id: createHash("sha256").update(JSON.stringify([kind, rows, profile, by, reason, at, place])).digest("hex").slice(
    0,
    idLength
  ),
  kind,
  rows,
  profile,
  by,
  reason,
  at,
  reopened: null
})

/** The decisions that are asked for: one for rows that belong together, one for each row that stands alone. The books are in the workspace. */
export const newDecisions = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    reader: DatabaseReader,
    asked: Asked
  ): Effect.fn.Return<ReadonlyArray<RowDecision>, SinkError | DecisionRefused> {
    const named = [
      ...(yield* Effect.forEach(asked.statement, (name) => namedInStatement(reader, name, asked.wallet))),
      ...(yield* Effect.forEach(asked.books, (name) => namedInBooks(workspace, name)))
    ]
    const before = (yield* readDecisions(reader, "in force")).filter((decision) =>
      asked.profile === null || isAbout(decision, asked.profile)
    )
    yield* refuseTaken(workspace, before, named)
    const rows = named.map(({ row }) => row)
    if (asked.kind === "alone") return rows.map((row, place) => decisionOf(asked, [row], place))
    const currencies = new Set(rows.flatMap(({ currency }) => currency ?? []))
    if (currencies.size > 1) {
      return yield* decisionRefused(`Rows in ${[...currencies].join(" and ")} don't belong together.`)
    }
    return [decisionOf(asked, rows, 0)]
  }
)

const refuseTaken = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    before: ReadonlyArray<RowDecision>,
    named: ReadonlyArray<NamedRow>
  ): Effect.fn.Return<void, SinkError | DecisionRefused> {
    const { fitting } = yield* fitDecisions(
      workspace,
      before.map((decision) => ({ ...decision, rows: decision.rows.filter(({ side }) => side === "books") }))
    )
    const takenBy = new Map(fitting.flatMap(({ bids, decision }) => bids.map((bid) => [bid, decision.id] as const)))
    const chosen = new Set<number | string>()
    for (const { bids, row } of named) {
      const decision = row.side === "statement"
        ? before.find(({ rows }) => rows.some((other) => isSameRow(other, row)))?.id
        : bids.every((bid) => takenBy.has(bid))
        ? takenBy.get(bids[0] ?? 0)
        : undefined
      if (decision !== undefined) {
        return yield* decisionRefused(
          `${
            nameOfRow(row)
          } stands in decision ${decision}: \`wallet-statement reconcile reopen ${decision}\` takes that back.`
        )
      }
      const key = row.side === "statement" ? JSON.stringify([row.wallet, row.id, row.leg]) : bids[0] ?? 0
      if (chosen.has(key)) return yield* decisionRefused(`${nameOfRow(row)} is named twice.`)
      chosen.add(key)
    }
  }
)

const isSameRow = (left: DecidedRow, right: DecidedRow): boolean =>
  left.side === "statement" && left.wallet === right.wallet && left.id === right.id && left.leg === right.leg
