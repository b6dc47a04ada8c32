/**
 * Whole statements into new files: our pull, the scripts that people would write instead, and DuckDB's own JSON reader.
 *
 * All but the last ask the same service for the same days. They take turns within a round, each round in another order,
 * so that a slow moment of the machine hits all alike.
 */
import { Effect, Schema } from "effect"
import { BenchError, type Ended, type Watched } from "../Child.ts"
import { note, type Notebook, tookOf } from "../Notebook.ts"
import type { Part } from "../Options.ts"
import { kinds, rowsPerDay } from "../service/book.ts"
import { fileBytes, removeFile, Workshop } from "../Workshop.ts"

/** One way to load a statement. */
interface Contender {
  readonly part: Part
  readonly name: string
  readonly load: (
    workshop: Workshop["Service"],
    days: number
  ) => Effect.Effect<Ended & Watched, BenchError>
}

const script = (part: Part, name: string, file: string, ...more: ReadonlyArray<string>): Contender => ({
  part,
  name,
  load: (workshop, days) =>
    workshop.runProgram(file, [workshop.service, String(days), workshop.newFile, ...more]).pipe(
      Effect.tap(({ stdout }) => expectRows(stdout, days))
    )
})

const reader = (name: string, mode: string): Contender => ({
  part: "duckdb",
  name,
  load: (workshop, days) =>
    Effect.gen(function*() {
      const pages = yield* workshop.savedPages(days)
      const ended = yield* workshop.runProgram("readJson.ts", [pages, String(days), workshop.newFile, mode])
      yield* expectRows(ended.stdout, days)
      return ended
    })
})

const Loaded = Schema.fromJsonString(Schema.Struct({ rows: Schema.Int }))

const expectRows = (stdout: string, days: number): Effect.Effect<void, BenchError> =>
  Schema.decodeEffect(Loaded)(stdout).pipe(
    Effect.mapError(({ message }) => message),
    Effect.filterOrFail(({ rows }) => rows === days * rowsPerDay, () => "not all rows are there"),
    Effect.mapError((message) => new BenchError({ message: `${message}: ${stdout}` })),
    Effect.asVoid
  )

/** The names of those that the acceptance compares. */
export const names = {
  pull: "wallet-statement pull",
  usual: "wallet-statement pull, usual pages",
  mixed: "wallet-statement pull, mixed pages",
  plain: "script, prepared INSERT",
  appender: "script, appender",
  exact: "DuckDB read_json, exact"
} as const

const ofKind = (kind: "usual" | "mixed"): Contender => ({
  part: kind,
  name: names[kind],
  load: (workshop, days) => workshop.pull(workshop.newFile, days, { kind })
})

const contenders: ReadonlyArray<Contender> = [
  { part: "pull", name: names.pull, load: (workshop, days) => workshop.pull(workshop.newFile, days) },
  ofKind("usual"),
  ofKind("mixed"),
  script("plain", names.plain, "insert.ts"),
  script("appender", names.appender, "appender.ts"),
  script("conflict", "script, INSERT ON CONFLICT", "insert.ts", "conflict"),
  reader(names.exact, "exact"),
  reader("DuckDB read_json, inexact", "inexact")
]

const measure = Effect.fnUntraced(
  function*(contender: Contender, days: number, round: number): Effect.fn.Return<
    void,
    BenchError,
    Workshop | Notebook
  > {
    const workshop = yield* Workshop
    removeFile(workshop.newFile)
    const ended = yield* contender.load(workshop, days)
    const rows = days * rowsPerDay
    yield* note({
      section: "load",
      name: contender.name,
      rows,
      round,
      measures: {
        ...tookOf(ended),
        rowsPerSecond: rows / ended.millis * 1000,
        fileMegabytes: fileBytes(workshop.newFile) / 1e6
      }
    })
    if (contender.part === "pull") yield* workshop.keep(days, workshop.newFile)
    removeFile(workshop.newFile)
  }
)

/** Runs all contenders that are asked for, in turn; what is read for the first time is read before it is measured. */
const rounds = Effect.fnUntraced(function*(days: number, count: number) {
  const workshop = yield* Workshop
  const chosen = contenders.filter(({ part }) => workshop.options.only.has(part))
  if (chosen.length === 0) return
  for (const kind of kinds) {
    if (kind === "plain" || workshop.options.only.has(kind)) yield* workshop.prepare(days, kind)
  }
  if (workshop.options.only.has("duckdb")) yield* workshop.savedPages(days)
  for (const { load } of chosen) {
    removeFile(workshop.newFile)
    yield* load(workshop, 1)
  }
  for (let round = 1; round <= count; round++) {
    const first = (round - 1) % chosen.length
    for (const contender of [...chosen.slice(first), ...chosen.slice(0, first)]) yield* measure(contender, days, round)
  }
})

/** Loads the usual statement. */
export const load = Effect.flatMap(Workshop, ({ options }) => rounds(options.days, options.runs))

/** Loads the large statement. */
export const loadLarge = Effect.flatMap(Workshop, ({ options }) => rounds(options.largeDays, options.largeRuns))
