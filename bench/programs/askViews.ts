/**
 * Times a question to each view of a file, whole answers: `node bench/programs/askViews.ts FILE`; prints milliseconds.
 * Of `current_transactions`, which is as long as the statement, it asks for the totals.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Database } from "wallet-statement/duckdb"

const [path = ""] = process.argv.slice(2)

const questions = [
  ["daily_balance", "FROM daily_balance"],
  ["monthly_cashflow", "FROM monthly_cashflow"],
  ["counterparties", "FROM counterparties"],
  ["wallet_summary", "FROM wallet_summary"],
  ["monthly_statement", "FROM monthly_statement"],
  ["fees", "FROM fees"],
  ["categories", "FROM categories"],
  ["current_transactions", "SELECT count(*), sum(signed_amount), max(occurred_at) FROM current_transactions"]
] as const

const main = Effect.gen(function*() {
  const database = yield* Database.openReadOnly(path)
  const answers = yield* Effect.forEach(questions, ([view, sql]) =>
    Effect.gen(function*() {
      const startedAt = performance.now()
      yield* database.query(sql)
      return { view, millis: performance.now() - startedAt }
    }))
  yield* Console.log(JSON.stringify(answers))
}).pipe(Effect.scoped)

NodeRuntime.runMain(main)
