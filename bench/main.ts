/**
 * `npm run bench`: every figure of docs/performance.md with its rivals, in one run on one machine.
 *
 * What fails is written down and the rest goes on; the JSON file is written after every section. Exit code 1 when
 * anything failed; a demand that is not met is told and no failure. `--help` has the flags.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Layer, Result } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { judge } from "./Acceptance.ts"
import type { BenchError } from "./Child.ts"
import { machine } from "./machine.ts"
import { groupsOf, type Measure, Notebook, spreadOf } from "./Notebook.ts"
import { type Options, type Part, readOptions } from "./Options.ts"
import { correction } from "./sections/correction.ts"
import { exports } from "./sections/exports.ts"
import { load, loadLarge } from "./sections/load.ts"
import { month } from "./sections/month.ts"
import { pages } from "./sections/pages.ts"
import { peers } from "./sections/peers.ts"
import { profile } from "./sections/profile.ts"
import { reconcile } from "./sections/reconcile.ts"
import { start } from "./sections/start.ts"
import { verify } from "./sections/verify.ts"
import { views } from "./sections/views.ts"
import { rowsPerDay } from "./service/book.ts"
import * as tables from "./tables.ts"
import { Workshop } from "./Workshop.ts"

type Section = readonly [Part | "load" | "loadLarge", Effect.Effect<unknown, BenchError, Workshop | Notebook>]

/** What needs a statement that was pulled comes after the load of that statement. */
const sections: ReadonlyArray<Section> = [
  ["start", start],
  ["load", load],
  ["month", month],
  ["correction", correction],
  ["exports", exports],
  ["reconcile", reconcile],
  ["profile", profile],
  ["peers", peers],
  ["loadLarge", loadLarge],
  ["verify", verify],
  ["views", views],
  ["pages", pages]
]

const isAsked = ([name]: Section, { days, largeDays, only }: Options): boolean =>
  name === "load" || (name === "loadLarge" ? largeDays !== days : only.has(name))

const summaries = (notebook: Notebook["Service"]) =>
  groupsOf(notebook.samples).map(({ name, rows, samples, section }) => {
    const used = new Set(samples.flatMap(({ measures }) => Object.keys(measures) as ReadonlyArray<Measure>))
    const measured = Array.from(used, (measure) => {
      const values = samples.flatMap(({ measures }) => measures[measure] ?? [])
      return [measure, { ...spreadOf(values), values }] as const
    })
    return { section, name, rows, measures: Object.fromEntries(measured) }
  })

const bench = Effect.fnUntraced(function*(options: Options) {
  const notebook = yield* Notebook
  const about = machine()
  if (about.loadBefore > 0.5) {
    process.stderr.write(`This machine is busy (load ${about.loadBefore.toFixed(1)}): trust no figure of this run.\n`)
  }
  const write = () => {
    const { largeRuns, only, pages, runs } = options
    const document = {
      machine: about,
      options: {
        rows: options.days * rowsPerDay,
        largeRows: options.largeDays * rowsPerDay,
        peerRows: options.peerDays * rowsPerDay,
        runs,
        largeRuns,
        pages,
        only: [...only]
      },
      figures: summaries(notebook),
      acceptance: judge(notebook.samples, options),
      failures: notebook.failures
    }
    writeFileSync(options.json, `${JSON.stringify(document, null, 2)}\n`)
  }
  mkdirSync(dirname(options.json), { recursive: true })
  for (const section of sections.filter((one) => isAsked(one, options))) {
    yield* section[1].pipe(
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) => Effect.sync(() => notebook.failures.push({ section: section[0], message: Cause.pretty(cause) }))
      )
    )
    write()
  }
  process.stdout.write(
    [
      Object.entries(about).map(([name, value]) => `${name}: ${value}`).join("\n"),
      tables.figures(notebook.samples),
      tables.judgements(judge(notebook.samples, options)),
      tables.failures(notebook.failures)
    ].join("\n\n") + "\n"
  )
  if (notebook.failures.length > 0) process.exitCode = 1
})

const told = Result.try({
  try: () => readOptions(process.argv.slice(2)),
  catch: (cause) => (cause instanceof Error ? cause.message : String(cause))
})
if (Result.isFailure(told)) {
  process.stderr.write(`${told.failure}\n`)
  process.exitCode = 2
} else {
  const options = told.success
  NodeRuntime.runMain(bench(options).pipe(Effect.provide(Layer.merge(Workshop.layer(options), Notebook.layer))))
}
