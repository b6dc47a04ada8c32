/**
 * Where the time of a pull goes: what its threads do, by the rooms of the source, and for how long the first is blocked.
 *
 * The profile is of the program run from its source, whose functions still stand in their files; what DuckDB does on
 * threads of its own shows as waiting. A function of the runtime counts for the file that called it. The profiles are
 * kept beside the JSON file, for a browser's developer tools.
 */
import { Effect, Schema } from "effect"
import { copyFileSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { BenchError, root, runNode } from "../Child.ts"
import { note } from "../Notebook.ts"
import { dateOf, rowsPerDay } from "../service/book.ts"
import { removeFile, Workshop } from "../Workshop.ts"

const Profile = Schema.fromJsonString(Schema.Struct({
  nodes: Schema.Array(Schema.Struct({
    id: Schema.Int,
    callFrame: Schema.Struct({ functionName: Schema.String, url: Schema.String }),
    children: Schema.optional(Schema.Array(Schema.Int))
  })),
  samples: Schema.Array(Schema.Int),
  timeDeltas: Schema.Array(Schema.Finite)
}))
type Profile = typeof Profile.Type

const special: Readonly<Record<string, string>> = {
  "(idle)": "waiting for the service and for DuckDB",
  "(garbage collector)": "garbage collection",
  "(program)": "the runtime itself",
  "(root)": "the runtime itself"
}

const sourceFolder = join(root, "src/")

const loading = "loading of modules"

const stageOfFile = (url: string, caller: string): string | undefined => {
  if (url === "" || url.startsWith("wasm:")) return undefined
  if (url.startsWith("node:internal/modules/")) return loading
  if (url.startsWith("node:")) {
    return caller === loading
      ? loading
      : `node, ${/^node:(?:internal\/)?([^/]+)/.exec(url)?.[1]}`
  }
  const path = url.replace("file://", "")
  if (path.startsWith(sourceFolder)) {
    const [room = "", file] = path.slice(sourceFolder.length).split("/")
    return `src/${file === undefined ? "" : room}`
  }
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path
}

/** The share of each stage in the whole time. */
const sharesOf = ({ nodes, samples, timeDeltas }: Profile): ReadonlyArray<readonly [string, number]> => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const stages = new Map<number, string>()
  const walk = (id: number, caller: string): void => {
    const node = byId.get(id)
    if (node === undefined) return
    const { functionName, url } = node.callFrame
    const stage = special[functionName] ?? stageOfFile(url, caller) ?? caller
    stages.set(id, stage)
    for (const child of node.children ?? []) walk(child, stage)
  }
  const [first] = nodes
  if (first !== undefined) walk(first.id, "the runtime itself")
  const times = new Map<string, number>()
  samples.forEach((id, index) => {
    const stage = stages.get(id) ?? "the runtime itself"
    times.set(stage, (times.get(stage) ?? 0) + (timeDeltas[index] ?? 0))
  })
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0)
  const shares = [...times].map(([stage, time]) => [stage, time / whole] as const)
  const worthNaming = shares.filter(([, share]) => share >= 0.01).sort((one, other) => other[1] - one[1])
  const rest = 1 - worthNaming.reduce((sum, [, share]) => sum + share, 0)
  return [...worthNaming, ["everything else", rest]]
}

const record = Effect.fnUntraced(function*(days: number) {
  const { env, folder, newFile, options } = yield* Workshop
  const profiles = join(folder, "profile")
  // Once without looking, so that types are read away already.
  for (const [asked, flags] of [[1, []], [days, ["--cpu-prof", `--cpu-prof-dir=${profiles}`]]] as const) {
    removeFile(newFile)
    yield* runNode({
      args: [...flags, join(root, "src/cli/bin.ts"), "pull", "--json", "--db", newFile, ...periodOf(asked)],
      env: { ...env, NODE_COMPILE_CACHE: join(folder, "compiled") }
    })
  }
  return yield* Effect.forEach(
    readdirSync(profiles),
    Effect.fnUntraced(function*(name) {
      const thread = threadOf(name)
      copyFileSync(join(profiles, name), options.json.replace(/(\.json)?$/, `-thread-${thread}.cpuprofile`))
      const profile = yield* Schema.decodeEffect(Profile)(readFileSync(join(profiles, name), "utf8"))
      return { thread, profile }
    })
  ).pipe(Effect.mapError(() => new BenchError({ message: "the profile can't be read" })))
})

const periodOf = (days: number): ReadonlyArray<string> => ["--from", dateOf(0), "--to", dateOf(days - 1)]

/** Each thread has a file of its own, with its number in the name: CPU.DATE.TIME.PROCESS.THREAD.COUNT.cpuprofile. */
const threadOf = (file: string): number => Number(file.split(".")[4])

/** The longest block's name. */
export const blockName = "longest block of the event loop"

/** Profiles a pull of the usual statement, and then measures how long one blocks the event loop. */
export const profile = Effect.gen(function*() {
  const workshop = yield* Workshop
  const { days } = workshop.options
  const rows = days * rowsPerDay
  yield* workshop.prepare(days)
  for (const { profile, thread } of yield* record(days)) {
    const section = thread === 0 ? "profile, main thread" : `profile, thread ${thread}`
    for (const [name, share] of sharesOf(profile)) yield* note({ section, name, rows, round: 1, measures: { share } })
  }
  for (let round = 1; round <= workshop.options.runs; round++) {
    removeFile(workshop.newFile)
    const { blockedMillis } = yield* workshop.pull(workshop.newFile, days, { env: { BENCH_LOOP: "1" } })
    yield* note({
      section: "event loop",
      name: blockName,
      rows,
      round,
      measures: { longestBlockMillis: blockedMillis ?? Number.NaN }
    })
  }
  removeFile(workshop.newFile)
})
