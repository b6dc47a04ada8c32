/**
 * Times our sink's commit of a window, for one window after the other:
 * `node bench/programs/commitPages.ts NEW_FILE LARGE_FILE FIRST_DAY PAGES`, settings in the environment; prints the
 * milliseconds of each commit.
 *
 * The windows are made beforehand by the main job's own pipeline, into a sink in memory, so that nothing but the commit
 * is timed. Each window goes into both files, in turns. The first windows go into a file that is thrown away before, so
 * that no file gets a cold program.
 */
import { NodeRuntime } from "@effect/platform-node"
import { ConfigProvider, Console, Context, Effect, Layer } from "effect"
import { rmSync } from "node:fs"
import {
  type CheckedWindow,
  Pipeline,
  Pull,
  Settings,
  settingsProvider,
  Signer,
  Sink,
  Statement,
  WalletNo
} from "wallet-statement"
import { layerDuckDb } from "wallet-statement/duckdb"
import * as book from "../service/book.ts"

const [newFile = "", largeFile = "", firstDay = "", pages = ""] = process.argv.slice(2)
const from = Number(firstDay)
const walletNo = WalletNo.make(book.walletNo)
const runId = `bench-${from}`

const settings = ConfigProvider.layer(settingsProvider({
  flags: { FROM: book.dateOf(from), TO: book.dateOf(from + Number(pages) - 1) },
  environment: process.env
}))

const makeWindows = Effect.gen(function*() {
  const pull = yield* Pull.prepare(runId, walletNo)
  if (pull === undefined) return []
  return yield* Pull.windows(pull).pipe(Pipeline.into(Pull.toSink<CheckedWindow>), Pipeline.run)
}).pipe(
  Effect.provide(
    Layer.merge(Statement.layerConfig, Sink.layerMemory).pipe(
      Layer.provide(Signer.layerConfig),
      Layer.provideMerge(Settings.layer),
      Layer.provide(settings)
    )
  )
)

const openSink = Effect.fnUntraced(function*(path: string) {
  const sink = Context.get(yield* Layer.build(layerDuckDb({ path })), Sink)
  yield* sink.beginRun({
    runId,
    startedAt: 0,
    programVersion: "bench",
    wallets: [walletNo],
    asked: null,
    rules: new Map()
  })
  return sink
})

const timeCommit = Effect.fnUntraced(function*(sink: Sink["Service"], window: CheckedWindow) {
  const startedAt = performance.now()
  yield* sink.commit(window)
  return performance.now() - startedAt
})

const rehearse = Effect.fnUntraced(function*(path: string, windows: ReadonlyArray<CheckedWindow>) {
  const sink = yield* openSink(path)
  for (const window of windows) yield* timeCommit(sink, window)
}, Effect.scoped)

const main = Effect.gen(function*() {
  const windows = yield* makeWindows
  const thrownAway = `${newFile}.rehearsal`
  yield* rehearse(thrownAway, windows.slice(0, 20))
  rmSync(thrownAway)
  const files = [
    { sink: yield* openSink(newFile), millis: new Array<number>() },
    { sink: yield* openSink(largeFile), millis: new Array<number>() }
  ]
  for (const window of windows) {
    for (const { millis, sink } of files) millis.push(yield* timeCommit(sink, window))
    files.reverse()
  }
  if (windows.length % 2 === 1) files.reverse()
  yield* Console.log(JSON.stringify(files.map(({ millis }) => millis)))
}).pipe(Effect.scoped)

NodeRuntime.runMain(main)
