/**
 * Where a simulated program keeps its statements: tables in memory that outlive its "processes", or a DuckDB file.
 */
import { Context, Effect, Layer, Option, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { dayFromNumber } from "../src/domain/Period.ts"
import { WalletNo } from "../src/domain/Wallet.ts"
import { layerDuckDb } from "../src/sink/duckdb/DuckDbSink.ts"
import { makeMemorySink } from "../src/sink/MemorySink.ts"
import { MemoryTables } from "../src/sink/MemoryTables.ts"
import { Sink, type SinkError } from "../src/sink/Sink.ts"
import { contentOf } from "./Entry.ts"
import type { Holdings } from "./oracle/Oracle.ts"

/** What outlives a process. */
export interface Storage {
  /** Whether it works outside of virtual time, which then waits for it. */
  readonly isOutside: boolean
  /** Opens the sink anew, as a process does that has just started; it is closed with the scope. */
  readonly open: Effect.Effect<Sink["Service"], SinkError, Scope.Scope>
  /** What is held. */
  readonly look: (walletNos: ReadonlyArray<string>) => Effect.Effect<Holdings, SinkError>
  readonly remove: Effect.Effect<void>
}

/** Tables in memory. */
export const inMemory = (): Storage => {
  const tables = Effect.runSync(Effect.provide(MemoryTables, MemoryTables.layer))
  const open = Effect.sync(() => Sink.of(makeMemorySink(tables)))
  return {
    isOutside: false,
    open,
    look: (walletNos) =>
      Effect.map(
        Effect.flatMap(open, (sink) => holdings(sink, walletNos)),
        (held) => ({ ...held, events: tables.events })
      ),
    remove: Effect.void
  }
}

/** A DuckDB file in a folder of its own. */
export const inDuckDb = (): Storage => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-statement-simulation-"))
  const layer = layerDuckDb({ path: join(folder, "statement.duckdb") })
  const open = Effect.map(Layer.build(layer), Context.get(Sink))
  return {
    isOutside: true,
    open,
    look: (walletNos) =>
      Effect.flatMap(open, (sink) => holdings(sink, walletNos)).pipe(
        Effect.scoped,
        Effect.map((held) => ({ ...held, events: null }))
      ),
    remove: Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  }
}

const allDays = { from: dayFromNumber(0), to: dayFromNumber(40_000) }

const holdings = Effect.fnUntraced(function*(
  sink: Sink["Service"],
  walletNos: ReadonlyArray<string>
): Effect.fn.Return<Omit<Holdings, "events">, SinkError> {
  const held = {
    rows: new Map<
      string,
      Array<Holdings["rows"] extends ReadonlyMap<string, ReadonlyArray<infer Row>> ? Row : never>
    >(),
    quarantine: new Map<string, ReadonlyArray<{ readonly rawText: string; readonly day: number | null }>>(),
    watermarks: new Map<string, { readonly from: number; readonly to: number }>()
  }
  for (const name of walletNos) {
    const walletNo = WalletNo.make(name)
    const rows = yield* sink.rowsOf(walletNo, allDays)
    held.rows.set(
      name,
      rows.map((row) => ({
        id: row.txnId,
        day: Math.floor(row.localTime / 86_400_000),
        content: contentOf(row),
        signed: row.type === "Credit" ? row.amount : -row.amount,
        balance: row.balance,
        currency: row.currency,
        confirmed: row.confirmed
      }))
    )
    held.quarantine.set(name, yield* sink.quarantined(Option.some(walletNo)))
    const watermark = yield* sink.watermark(walletNo)
    if (Option.isSome(watermark)) held.watermarks.set(name, watermark.value)
  }
  return held
})
