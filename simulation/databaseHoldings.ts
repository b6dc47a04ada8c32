/**
 * What a DuckDB holds, read by questions of its own: what the program reads of it is compared with nothing that it wrote.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api"
import { Effect, type Scope } from "effect"
import type { OpenDatabase } from "../src/sink/duckdb/file/DatabaseFile.ts"
import type { SinkError } from "../src/sink/SinkError.ts"
import { contentOf } from "./Entry.ts"
import type { WrittenEvent } from "./oracle/events.ts"
import type { Holdings } from "./oracle/Oracle.ts"
import type { Summary } from "./oracle/sums.ts"
import type { StoredRow } from "./oracle/WalletModel.ts"

const fields = [
  "type",
  "amount::VARCHAR",
  "balance::VARCHAR",
  "currency",
  "description",
  "confirmed",
  "epoch_ms(occurred_at)",
  "epoch_ms(local_time)",
  "date_text",
  "time_flag"
] as const

const fieldsOf = (struct: string): string =>
  fields.map((field) => field.replace(/[a-z_]+(?=\)|::|$)/, (name) => `"${struct}".${name}`)).join(", ")

const day = (column: string): string => `${column} - DATE '1970-01-01'`

/** Reads a whole database; of events only those behind a window. */
export const databaseHoldings = Effect.fnUntraced(
  function*(database: OpenDatabase, behind: number): Effect.fn.Return<Holdings, SinkError, Scope.Scope> {
    const connection = yield* database.connect
    const ask = (sql: string) =>
      Effect.tryPromise({ try: () => rowsOf(connection, sql), catch: (cause) => database.failure(cause) })
    const rows = yield* ask(`SELECT wallet_no, txn_id, ${fields.join(", ")} FROM current_transactions`)
    const open = yield* ask(`SELECT wallet_no, raw_text, ${day("day")} FROM quarantine WHERE state = 'open'`)
    const kept = yield* ask("SELECT wallet_no, txn_id, leg FROM held_rows WHERE state = 'held'")
    const marks = yield* ask(`SELECT wallet_no, ${day("complete_from")}, ${day("complete_to")} FROM watermarks`)
    const events = yield* ask(
      `SELECT sequence, kind, wallet_no, txn_id, leg, ${fieldsOf("before")}, ${fieldsOf("after")}
       FROM transaction_events WHERE sequence > ${behind} ORDER BY sequence`
    )
    const summaries = yield* ask(
      `SELECT wallet_no, currency, "rows", net::VARCHAR, debit_total::VARCHAR, credit_total::VARCHAR, quarantined
       FROM wallet_summary`
    )
    return {
      rows: grouped(rows, ([txnId, ...values]) => storedRow(text(txnId), values)),
      quarantine: grouped(open, ([raw, on]) => ({ rawText: text(raw), day: on === null ? null : Number(on) })),
      held: grouped(kept, ([id, leg]) => ({ id: text(id), leg: Number(leg) })),
      watermarks: new Map(
        marks.map(([walletNo, from, to]) => [text(walletNo), { from: Number(from), to: Number(to) }])
      ),
      events: events.map(eventOf),
      summaries: grouped(summaries, summaryOf)
    }
  }
)

type Values = ReadonlyArray<DuckDBValue>

const rowsOf = (connection: DuckDBConnection, sql: string): Promise<ReadonlyArray<Values>> =>
  connection.runAndReadAll(sql).then((reader) => reader.getRows())

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")

const textOrNull = (value: DuckDBValue | undefined): string | null => (typeof value === "string" ? value : null)

/** Ten-thousandths of a decimal with four places. */
const units = (value: DuckDBValue | undefined): bigint => BigInt(text(value).replace(".", ""))

const grouped = <A>(
  rows: ReadonlyArray<Values>,
  make: (values: Values) => A
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const [walletNo, ...values] of rows) {
    const group = groups.get(text(walletNo)) ?? []
    group.push(make(values))
    groups.set(text(walletNo), group)
  }
  return groups
}

const contentIn = (txnId: string, values: Values): string => {
  const [type, amount, balance, currency, description, confirmed, occurredAt, localTime, dateText, timeFlag] = values
  return contentOf({
    txnId,
    type: text(type),
    amount: units(amount),
    balance: balance === null ? null : units(balance),
    currency: textOrNull(currency),
    description: text(description),
    confirmed: confirmed === true,
    occurredAt: Number(occurredAt),
    localTime: Number(localTime),
    dateText: text(dateText),
    timeFlag: textOrNull(timeFlag)
  })
}

const storedRow = (id: string, values: Values): StoredRow => {
  const [type, amount, balance, currency, , confirmed, , localTime] = values
  return {
    id,
    day: Math.floor(Number(localTime) / 86_400_000),
    content: contentIn(id, values),
    type: text(type),
    signed: type === "Credit" ? units(amount) : -units(amount),
    balance: balance === null ? null : units(balance),
    currency: textOrNull(currency),
    confirmed: confirmed === true
  }
}

const eventOf = ([sequence, kind, walletNo, txnId, leg, ...values]: Values): WrittenEvent => {
  const [before, after] = [values.slice(0, fields.length), values.slice(fields.length)]
  return {
    sequence: Number(sequence),
    kind: text(kind),
    walletNo: text(walletNo),
    txnId: text(txnId),
    leg: Number(leg),
    before: before[0] === null ? null : contentIn(text(txnId), before),
    after: after[0] === null ? null : contentIn(text(txnId), after)
  }
}

const summaryOf = ([currency, rows, net, debits, credits, quarantined]: Values): Summary => ({
  currency: textOrNull(currency),
  rows: Number(rows),
  net: units(net),
  debits: units(debits),
  credits: units(credits),
  quarantined: Number(quarantined)
})
