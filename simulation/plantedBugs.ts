/**
 * The bugs that a simulation has to find.
 */
import { Effect } from "effect"
import * as Rows from "../src/domain/Rows.ts"
import { inFlightOf, takingSeveral } from "../src/sink/inFlight.ts"
import {
  answering,
  askedForADayLess,
  withoutDate,
  withoutMoreInParts,
  withoutOtherDays,
  withoutOwnRecords
} from "./alteredAnswers.ts"
import { withoutLastRow, withoutRetriedRow, withoutTimes } from "./alteredWindows.ts"
import { Chance } from "./Chance.ts"
import { alsoCommitting, committing, type Planted, running } from "./Planted.ts"
import { drawScenario } from "./Scenario.ts"
import { simulate } from "./simulate.ts"

const sameRules = "the same"

const watermarkStatements = /DELETE FROM watermarks[^;]*;\s*(?:INSERT INTO watermarks[^;]*;\s*)?/g

/** The bugs that are tried; a new kind of simulated behaviour brings its own. */
export const plantedBugs: ReadonlyArray<Planted> = [
  { name: "a row at the edge of a split is dropped", duckDb: false, sink: committing(withoutLastRow), within: 20 },
  {
    name: "a window is called complete that is cut off",
    duckDb: false,
    sink: committing((window) => ({ ...window, complete: true })),
    within: 60
  },
  {
    name: "whatever an answer lacks is withdrawn",
    duckDb: false,
    sink: committing((window) => ({ ...window, kept: [] })),
    complains: /an answer to be doubted withdrew \d+ rows/,
    within: 60,
    shownBy: 12
  },
  {
    name: "it is forgotten which rows are held",
    duckDb: false,
    sink: (sink) => ({ ...sink, heldRows: () => Effect.succeed([]) }),
    within: 60,
    shownBy: 12
  },
  {
    name: "of an answer that is dropped nothing is remembered",
    duckDb: false,
    statement: answering(withoutOwnRecords),
    complains: /an answer showed .*, it is not there and nothing said/,
    within: 200,
    shownBy: 7
  },
  {
    name: "no row is looked at to see by which clock it is written",
    duckDb: false,
    sink: (sink) => ({ ...sink, rowsByDay: () => Effect.succeed(new Map()) }),
    complains: /a 12-hour clock is not told/,
    within: 300,
    shownBy: 167
  },
  {
    name: "what an answer shows beside the days asked for is thrown away",
    duckDb: false,
    statement: answering(withoutOtherDays),
    // That rows are lost so and nothing is said comes about in one world of thousands; that they go uncounted in each.
    complains: /outside is \d+, not \d+/,
    in: ({ days }) => days !== undefined,
    within: 100
  },
  {
    name: "a part of an answer is believed to show what the whole did",
    duckDb: false,
    statement: withoutMoreInParts,
    complains: /records held back, and nothing said/,
    in: ({ cap }) => cap !== undefined,
    within: 1000,
    shownBy: 318
  },
  {
    name: "what the service says of the time is not heard",
    duckDb: false,
    statement: answering(withoutDate),
    complains: /the watermark stands at a day that is not over/,
    within: 300,
    shownBy: 11
  },
  {
    name: "a currency that a record does not name is that of the row before",
    duckDb: false,
    sink: committing((window) => ({
      ...window,
      rows: Rows.map(window.rows, (row, index) => ({
        ...row,
        currency: row.currency ?? (index === 0 ? null : Rows.currencyAt(window.rows, index - 1))
      }))
    })),
    complains: /no such row was answered/,
    within: 300,
    shownBy: 9
  },
  {
    name: "an unconfirmed row counts as confirmed",
    duckDb: false,
    sink: committing((window) => ({
      ...window,
      rows: Rows.map(window.rows, (row) => ({ ...row, confirmed: true }))
    })),
    complains: /no such row was answered/,
    within: 100
  },
  {
    name: "that an order contradicts the times is not written down",
    duckDb: false,
    sink: committing(withoutTimes),
    complains: /do not lead from the first in time to the last, and nothing said/,
    in: ({ shape }) => shape !== "wide",
    within: 1200,
    shownBy: 988
  },
  {
    name: "a balance that somebody gave is forgotten",
    duckDb: false,
    sink: (sink) => ({ ...sink, anchors: () => Effect.succeed([]) }),
    complains: /no unbroken path/,
    within: 300,
    shownBy: 28
  },
  {
    name: "a balance that the rows contradict is forgotten",
    duckDb: false,
    sink: (sink) => ({ ...sink, anchors: () => Effect.succeed([]) }),
    complains: /a known balance is not what the rows lead to, and nothing said/,
    within: 400,
    shownBy: 4
  },
  {
    name: "a service that changes its habit is asked as before",
    duckDb: false,
    statement: askedForADayLess,
    in: ({ change, habit }) => change !== undefined && change.habit.before === 1 && habit.before === 0,
    within: 600,
    shownBy: 9
  },
  {
    name: "changed settings are taken for the same",
    duckDb: false,
    sink: (sink) => ({
      ...sink,
      beginRun: (start) =>
        sink.beginRun({ ...start, rules: new Map(start.wallets.map((walletNo) => [walletNo, sameRules])) }),
      finishedBefore: (walletNo, asked) => sink.finishedBefore(walletNo, asked, sameRules)
    }),
    within: 300,
    shownBy: 15
  },
  {
    name: "a record that is tried again is lost",
    duckDb: false,
    sink: committing(withoutRetriedRow),
    within: 100,
    shownBy: 72
  },
  {
    name: "a retried answer is taken twice",
    duckDb: true,
    store: (sink) =>
      takingSeveral({
        ...sink,
        commit: (window) =>
          Effect.tap(sink.commit(window), () => window.receipt.attempts > 1 ? sink.commit(window) : Effect.void)
      }, inFlightOf(sink)),
    within: 60,
    shownBy: 2
  },
  {
    name: "a run goes on from a watermark that is a day too far",
    duckDb: false,
    sink: (sink) => ({
      ...sink,
      watermark: (walletNo) =>
        Effect.map(
          sink.watermark(walletNo),
          (found) =>
            found._tag === "None"
              ? found
              : { ...found, value: { ...found.value, to: found.value.to + 1 } as typeof found.value }
        )
    }),
    within: 30
  },
  {
    name: "the watermark is written a day too far",
    duckDb: true,
    database: running((sql, go) =>
      go(sql.replace(/(INSERT INTO watermarks [^;]*?VALUES \('[^']*', DATE '[^']*', )(DATE '[^']*')/g, "$1($2 + 1)"))
    ),
    within: 30
  },
  {
    name: "the watermark is committed before the rows",
    duckDb: true,
    database: (database) => ({
      ...database,
      connect: Effect.flatMap(database.connect, (apart) =>
        running((sql, go) => {
          const marks = sql.match(watermarkStatements) ?? []
          return sql.endsWith("COMMIT") && marks.length > 0
            ? apart.run(marks.join("")).then(() => go(sql.replace(watermarkStatements, "")))
            : go(sql)
        })(database).connect)
    }),
    within: 200,
    shownBy: 12
  },
  alsoCommitting(
    "the flag of a time is lost",
    "UPDATE transactions SET time_flag = '' WHERE time_flag IS NOT NULL",
    60
  ),
  alsoCommitting("changes are forgotten", "DELETE FROM row_changes", 40),
  alsoCommitting(
    "an audit record is altered",
    "UPDATE statement_windows SET duration_ms = duration_ms + 1 WHERE sequence = 1",
    20
  ),
  alsoCommitting("an amount loses a cent", "UPDATE transactions SET amount = amount - 0.01 WHERE amount = 10", 20),
  {
    name: "what failed is committed nevertheless",
    duckDb: true,
    database: running((sql, go) => go(sql === "ROLLBACK" ? "COMMIT" : sql)),
    within: 200,
    shownBy: 8
  }
]

/** The first seed that finds a bug, and what is wrong there; undefined when none does. */
export const findBug = Effect.fnUntraced(function*(
  planted: Planted
): Effect.fn.Return<{ readonly seed: number; readonly complaint: string } | undefined> {
  const inTurn = Array.from({ length: planted.within }, (_, index) => index + 1)
  for (const seed of new Set([planted.shownBy ?? 1, ...inTurn])) {
    if (planted.in?.(drawScenario(seed, new Chance(seed))) === false) continue
    const { complaints } = yield* simulate(seed, { planted, duckDb: planted.duckDb })
    const complaint = complaints.find((each) => planted.complains?.test(each) ?? true)
    if (complaint !== undefined) return { seed, complaint }
  }
  return undefined
})
