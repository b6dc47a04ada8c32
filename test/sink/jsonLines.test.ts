import { Effect, Layer } from "effect"
import { join } from "node:path"
import { Money, Sink } from "../../src/index.ts"
import { describeRow, sinkContract, type Snapshot } from "../../src/testing/index.ts"
import { jsonLinesStore, type Line, linesIn } from "../kit/jsonLinesStore.ts"
import { folder } from "./duckdb/files.ts"

type WindowLine = Line & { readonly kind: "window" }

const name = ({ leg, transaction }: { readonly leg: number; readonly transaction: { readonly txnId: string } }) =>
  `${transaction.txnId}#${leg}`

/** What lines come to. */
const snapshotOf = (lines: ReadonlyArray<Line>): Snapshot => {
  const windows = lines.filter((line): line is WindowLine => line.kind === "window")
  const rows = new Map(
    windows.flatMap((line) => line.rows.map(({ after }) => [`${line.window.walletNo} ${name(after)}`, after] as const))
  )
  const closed = new Map(windows.flatMap(({ quarantine }) => quarantine.closed.map(({ id, state }) => [id, state])))
  const found = lines.flatMap((line) =>
    line.kind === "window"
      ? [{ gaps: line.gaps, runId: line.window.runId }]
      : line.kind === "conclusions"
      ? [{ gaps: line.gaps, runId: line.runId }]
      : []
  )
  const endedBy = new Map(found.flatMap(({ gaps, runId }) => gaps.closed.map((id) => [id, runId])))
  return {
    rows: [...rows.values()].map(describeRow).sort(),
    positions: Object.fromEntries([...rows.values()].map((row) => [name(row), row.position])),
    events: windows.flatMap((line) =>
      line.rows.flatMap(({ after, kind }) => kind === "placed" ? [] : [`${line.stamp.sequence} ${kind} ${name(after)}`])
    ).sort(),
    quarantine: windows.flatMap(({ quarantine }) =>
      quarantine.added.map(({ id, rawText }) => `${rawText} ${closed.get(id) ?? "open"}`)
    ).sort(),
    gaps: found.flatMap(({ gaps, runId }) =>
      gaps.opened.map(({ gap, id }) => {
        const end = endedBy.get(id)
        return `${gap.afterTxnId}..${gap.beforeTxnId} ${Money.format(gap.missing)} ${
          end === undefined ? `found by ${runId}` : `closed by ${end}`
        }`
      })
    ).sort(),
    hashes: windows.map(({ hash }) => hash)
  }
}

sinkContract("a sink in a file of JSON lines", () =>
  Effect.map(folder, (place) => {
    const path = join(place, "changes.jsonl")
    return {
      layer: Effect.succeed(Layer.effect(Sink, Effect.flatMap(jsonLinesStore(path), Sink.fromStore))),
      snapshot: Effect.sync(() => snapshotOf(linesIn(path)))
    }
  }))
