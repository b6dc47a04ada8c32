/**
 * The house rules that a compiler does not check: who may import whom, no cycles, small files.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const src = resolve(import.meta.dirname, "../src")

/** What a room may import when it may import every room above it. */
const above = "above"

/**
 * What a room may import of ours beside itself: rooms, with the rooms in them. A room is a folder, or a file that stands apart; one
 * whose name ends with a star is each folder in another. Each room stands behind all that it may import.
 */
const table: ReadonlyArray<readonly [string, ReadonlyArray<string> | typeof above]> = [
  ["domain", []],
  ["json", ["domain"]],
  ["settings", ["domain", "json"]],
  ["transport/words", ["domain", "json", "settings"]],
  ["transport/limit", []],
  ["transport/tls", ["domain", "settings", "transport/words"]],
  ["transport/request", ["settings", "transport/words", "transport/limit"]],
  ["transport", ["domain", "settings", "transport"]],
  ["auth", ["domain", "json", "settings", "transport"]],
  ["signer/signingText.ts", []],
  ["signer", ["settings", "signer"]],
  ["statement", ["domain", "json", "settings", "transport", "auth", "signer"]],
  ["plan/probe", ["domain"]],
  ["plan", ["domain", "plan"]],
  ["normalise", ["domain"]],
  ["continuity/chain", ["domain"]],
  ["continuity/wallet", ["domain", "continuity/chain"]],
  ["sink/SinkError.ts", []],
  ["sink/plan", ["domain"]],
  ["sink/audit", ["domain", "sink/plan"]],
  ["sink/store", ["domain", "sink/SinkError.ts", "sink/plan", "sink/audit"]],
  ["sink/memory", ["domain", "sink/plan", "sink/audit", "sink/store"]],
  ["sink", ["domain", "sink/SinkError.ts", "sink/plan", "sink/audit", "sink/store", "sink/memory"]],
  ["testing", ["domain", "sink"]],
  ["sink/duckdb/schema", ["sink/SinkError.ts"]],
  ["sink/duckdb/vectors", ["domain", "sink/plan", "sink/audit", "sink/duckdb/schema"]],
  ["sink/duckdb/file", ["domain", "settings", "sink/SinkError.ts", "sink/duckdb/schema", "sink/duckdb/vectors"]],
  [
    "sink/duckdb/tables",
    [
      "domain",
      "sink/SinkError.ts",
      "sink/plan",
      "sink/audit",
      "sink/store",
      "sink/duckdb/schema",
      "sink/duckdb/file",
      "sink/duckdb/vectors"
    ]
  ],
  [
    "sink/duckdb/audit",
    [
      "domain",
      "sink/SinkError.ts",
      "sink/plan",
      "sink/audit",
      "sink/duckdb/schema",
      "sink/duckdb/file",
      "sink/duckdb/vectors"
    ]
  ],
  ["sink/duckdb/publish", ["settings", "sink/SinkError.ts", "sink/duckdb/file", "sink/duckdb/vectors"]],
  [
    "sink/duckdb/compact",
    ["sink/SinkError.ts", "sink/duckdb/audit", "sink/duckdb/file", "sink/duckdb/schema", "sink/duckdb/vectors"]
  ],
  ["sink/duckdb", ["domain", "settings", "sink"]],
  [
    "pipeline",
    ["domain", "settings", "transport", "statement", "plan", "normalise", "continuity", "sink"]
  ],
  ["analytics/page", ["domain"]],
  ["analytics/workbook", []],
  ["analytics/categories", ["domain", "settings", "sink"]],
  ["analytics/Workspace.ts", ["settings", "sink"]],
  ["analytics/excelText.ts", []],
  ["analytics/export", ["domain", "sink"]],
  ["analytics/export/workbook", ["domain", "sink", "analytics/export"]],
  ["analytics/export/formats", [
    "domain",
    "sink",
    "analytics/Workspace.ts",
    "analytics/excelText.ts",
    "analytics/export"
  ]],
  ["analytics/reconcile", [
    "domain",
    "sink",
    "analytics/page",
    "analytics/workbook",
    "analytics/Workspace.ts",
    "analytics/excelText.ts"
  ]],
  ["analytics/report", ["domain", "sink", "analytics/page"]],
  ["sandbox", []],
  ["index", above],
  ["cli/output", above],
  ["cli/ending", above],
  ["cli/witness", above],
  ["cli/hooks", above],
  ["cli/flags", above],
  ["cli/actions", above],
  ["cli/actions/*", above],
  ["cli/commands", above],
  ["cli", above]
]

/** Packages that a room and those in it may import; those not named here may import `effect` only. */
const packages: Record<string, ReadonlyArray<RegExp>> = {
  settings: [/^effect/, /^node:/, /^smol-toml$/],
  transport: [/^effect/, /^node:/, /^@effect\/platform-node/],
  auth: [/^effect/, /^node:/],
  signer: [/^effect/, /^node:/],
  statement: [/^effect/, /^node:/],
  sink: [/^effect/, /^node:/, /^@duckdb\//],
  pipeline: [/^effect/, /^node:crypto$/],
  testing: [/^effect/, /^@effect\/vitest$/],
  analytics: [/^effect/, /^node:/, /^@duckdb\//, /^smol-toml$/, /^csv-parse/, /^echarts\//],
  sandbox: [/^effect/, /^node:/, /^@effect\/platform-node/],
  cli: [/^effect/, /^node:/, /^@effect\/platform-node/]
}

interface SourceFile {
  readonly path: string
  readonly room: string
  readonly ours: ReadonlyArray<string>
  readonly foreign: ReadonlyArray<string>
}

const importsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(
    /^\s*(?:import|export)\s[^"']*?from\s+["']([^"']+)["']|^\s*import\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']/gm
  )]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? "")

/** What a text imports as it is loaded: not types alone, and not what it loads when it is run. */
const loadedBy = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^(?:import|export)\s(?!type\s)(?:[^"']*?from\s+)?["']([^"']+)["']/gm)].map((match) =>
    match[1] ?? ""
  )

/** Everything that is loaded with a file of ours. */
const loadedWith = (
  path: string
): { readonly ours: ReadonlyArray<string>; readonly foreign: ReadonlyArray<string> } => {
  const ours = new Set<string>([path])
  const foreign = new Set<string>()
  for (const file of ours) {
    for (const name of loadedBy(readFileSync(join(src, file), "utf8"))) {
      if (name.startsWith(".")) ours.add(join(dirname(file), name).replaceAll("\\", "/"))
      else foreign.add(name)
    }
  }
  return { ours: [...ours], foreign: [...foreign] }
}

/** The room of the table that a file is in: itself, its folder, or one of several folders of one kind. */
const roomOf = (path: string): string => {
  const folder = path.includes("/") ? dirname(path) : "index"
  const each = `${dirname(folder)}/*`
  return ranks.has(path) ? path : ranks.has(each) ? each : folder
}

const ranks = new Map(table.map(([room], rank) => [room, rank]))

/** Whether a room, or one in it, is what may be imported. */
const isWithin = (room: string, allowed: string): boolean => room === allowed || room.startsWith(`${allowed}/`)

const read = (folder: string): ReadonlyArray<SourceFile> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => {
      const file = path.replaceAll("\\", "/")
      const imports = importsOf(readFileSync(join(folder, file), "utf8"))
      return {
        path: file,
        room: roomOf(file),
        ours: imports.filter((name) => name.startsWith("."))
          .map((name) => relative(folder, resolve(folder, dirname(file), name)).replaceAll("\\", "/")),
        foreign: imports.filter((name) => !name.startsWith("."))
      }
    })

/** Everything that is wrong with a house, in words. */
const offences = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => [
  ...files.flatMap((file) => {
    const rank = ranks.get(file.room)
    if (rank === undefined) return [`${file.path}: room ${file.room} is not in the import table`]
    const [, allowed = []] = table[rank] ?? []
    return file.ours.filter((target) => {
      const room = roomOf(target)
      if (room === file.room) return file.room === file.path || dirname(target) !== dirname(file.path)
      return (ranks.get(room) ?? Infinity) > rank ||
        (allowed !== above && !allowed.some((each) => isWithin(room, each)))
    }).map((target) => `${file.path} may not import ${target}`)
  }),
  ...files.flatMap((file) => {
    const allowed = packages[file.path.slice(0, file.path.indexOf("/"))] ?? [/^effect/]
    return file.foreign.filter((name) => !allowed.some((pattern) => pattern.test(name)))
      .map((name) => `${file.path} may not import the package ${name}`)
  }),
  ...cycles(files)
]

const cycles = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const state = new Map<string, "open" | "done">()
  const found: Array<string> = []
  const visit = (path: string, trail: ReadonlyArray<string>): void => {
    if (state.get(path) === "done") return
    if (state.get(path) === "open") {
      found.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}`)
      return
    }
    state.set(path, "open")
    for (const target of byPath.get(path)?.ours ?? []) visit(target, [...trail, path])
    state.set(path, "done")
  }
  for (const file of files) visit(file.path, [])
  return found
}

const planted = (path: string, imports: ReadonlyArray<string>, foreign: ReadonlyArray<string> = []): SourceFile => ({
  path,
  room: roomOf(path),
  ours: imports,
  foreign
})

/** Names as a table in Markdown has them. */
const listed = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

describe("the house", () => {
  const files = read(src)

  it("has files to look at", () => {
    assert.isAbove(files.length, 30)
    assert.isAbove(files.reduce((sum, file) => sum + file.ours.length, 0), 60)
  })

  it("keeps to the import table, without cycles", () => {
    assert.deepStrictEqual(offences(files), [])
  })

  it("has every room of its table", () => {
    const rooms = new Set(files.map(({ room }) => room))
    assert.deepStrictEqual(table.map(([room]) => room).filter((room) => !rooms.has(room)), [])
  })

  it("allows no import that nobody makes", () => {
    const unused = table.flatMap(([room, allowed]) => {
      if (allowed === above) return []
      const targets = files.filter((file) => file.room === room).flatMap(({ ours }) => ours.map(roomOf))
      return allowed.filter((each) => each !== room && !targets.some((target) => isWithin(target, each)))
        .map((each) => `${room}: ${each}`)
    })
    assert.deepStrictEqual(unused, [])
  })

  it("is described by docs/architecture.md as its table has it", () => {
    const text = readFileSync(resolve(src, "../docs/architecture.md"), "utf8")
    const rooms = [...new Set(table.map(([room]) => room.split("/")[0] ?? ""))].filter((room) => room !== "index")
    const cellOf = (room: string): string => {
      const lists = table.filter(([name]) => isWithin(name, room)).map(([, allowed]) => allowed)
      if (lists.includes(above)) return "everything"
      const others = new Set(lists.flat().map((name) => name.split("/")[0] ?? ""))
      return listed(rooms.filter((name) => name !== room && others.has(name))) || "nothing"
    }
    const [, rows = ""] = text.split(/^\| room +\| may import +\|$/m)
    const said = rows.split("\n\n")[0]?.split("\n").slice(2).flatMap((row) => {
      const [, room = "", cell = ""] = row.split("|").map((each) => each.trim())
      return room.split(", ").map((name) => `${name} ${cell}`)
    })
    assert.deepStrictEqual(said?.toSorted(), rooms.map((room) => `${listed([room])} ${cellOf(room)}`).toSorted())
  })

  it("has a simulation and a bench without cycles, of which the house knows nothing", () => {
    for (const folder of ["simulation", "bench"]) {
      const others = read(resolve(src, "..", folder))
      assert.isAbove(others.length, 10)
      assert.deepStrictEqual(cycles(others), [])
      for (const { foreign, path } of others) {
        assert.deepStrictEqual(
          foreign.filter((name) => !/^(effect|node:|@effect\/platform-node|@duckdb\/|wallet-statement)/.test(name)),
          [],
          path
        )
      }
    }
    assert.deepStrictEqual(files.flatMap(({ ours }) => ours.filter((name) => name.startsWith(".."))), [])
  })

  it("has an oracle that shares no judgement with what it judges", () => {
    const folder = resolve(src, "../simulation/oracle")
    for (const name of readdirSync(folder)) {
      const shared = loadedBy(readFileSync(join(folder, name), "utf8")).filter((target) => target.includes("/src/"))
      assert.deepStrictEqual(shared.filter((target) => !target.startsWith("../../src/domain/")), [], name)
    }
  })

  it("notices a forbidden import, a forbidden package, an unknown room and a cycle", () => {
    assert.deepStrictEqual(offences([planted("plan/Plan.ts", ["statement/Statement.ts"])]), [
      "plan/Plan.ts may not import statement/Statement.ts"
    ])
    assert.deepStrictEqual(offences([planted("signer/signingText.ts", ["settings/Settings.ts"])]), [
      "signer/signingText.ts may not import settings/Settings.ts"
    ])
    assert.deepStrictEqual(offences([planted("transport/limit/Pace.ts", ["transport/request/decide.ts"])]), [
      "transport/limit/Pace.ts may not import transport/request/decide.ts"
    ])
    assert.deepStrictEqual(offences([planted("cli/output/table.ts", ["cli/actions/pull/pull.ts"])]), [
      "cli/output/table.ts may not import cli/actions/pull/pull.ts"
    ])
    assert.deepStrictEqual(offences([planted("cli/actions/pull/pull.ts", ["cli/actions/demo/demo.ts"])]), [
      "cli/actions/pull/pull.ts may not import cli/actions/demo/demo.ts"
    ])
    assert.deepStrictEqual(offences([planted("plan/Plan.ts", [], ["node:fs"])]), [
      "plan/Plan.ts may not import the package node:fs"
    ])
    assert.deepStrictEqual(offences([planted("shed/Rake.ts", [])]), [
      "shed/Rake.ts: room shed is not in the import table"
    ])
    assert.deepStrictEqual(offences([planted("plan/A.ts", ["plan/B.ts"]), planted("plan/B.ts", ["plan/A.ts"])]), [
      "cycle: plan/A.ts -> plan/B.ts -> plan/A.ts"
    ])
  })

  it("loads at the start of the program what is said about commands, and nothing of what they do", () => {
    const atStart = loadedWith("cli/main.ts")
    assert.include(atStart.ours, "cli/commands/pull.ts")
    const light =
      /^(cli\/(?!actions\/)|domain\/|json\/JsonEscape\.ts|settings\/(shellQuote|variablePrefix|LogFormat|SettingsProvider|SigningSettings|withPlaces)\.ts|sandbox\/(Fault|faultText)\.ts)/
    assert.deepStrictEqual(atStart.ours.filter((path) => !light.test(path)), [])
    assert.deepStrictEqual(
      atStart.foreign.filter((name) => !/^(node:|effect|@effect\/platform-node\/Node(Runtime|Services)$)/.test(name)),
      []
    )
    assert.notInclude(loadedWith("cli/actions/load.ts").foreign, "@effect/platform-node/Undici")
  })

  it("starts processes where it says so, without a shell, and runs no text as code", () => {
    const starting: Array<string> = []
    for (const file of files) {
      const text = readFileSync(join(src, file.path), "utf8")
      assert.notMatch(text, /\beval\(|\bnew Function\b|\bshell: |\bexec(?:Sync)?\(["'`]/, file.path)
      assert.deepStrictEqual(file.foreign.filter((name) => /^node:(vm|inspector|cluster)/.test(name)), [], file.path)
      if (file.foreign.some((name) => /^node:child_process|^effect\/process/.test(name))) starting.push(file.path)
    }
    assert.deepStrictEqual(starting.toSorted(), [
      "cli/actions/query/query.ts",
      "settings/runCommand.ts",
      "sink/duckdb/file/runApart.ts"
    ])
  })

  it("reads values of the database in one place", () => {
    const others = files.filter(({ path }) =>
      path.startsWith("sink/duckdb/") && path !== "sink/duckdb/vectors/exactValues.ts"
    )
    assert.isAbove(others.length, 50)
    for (const { path } of others) {
      const text = readFileSync(join(src, path), "utf8")
      assert.notMatch(
        text,
        /\b(?:runAndRead|get(?:Row|Column|Item|Value)|convert(?:Row|Column)|yield(?:Row|Conv))\w*\(/,
        path
      )
    }
  })

  it("has pipelines that import only what a user could", () => {
    const folder = resolve(src, "../pipelines")
    for (const file of read(folder)) {
      assert.deepStrictEqual(
        file.ours.filter((name) => name !== "settings.ts"),
        [],
        `${file.path} imports files of ours`
      )
      for (const name of file.foreign) {
        assert.match(name, /^(wallet-statement|effect|@effect\/platform-node)(\/|$)/, file.path)
      }
    }
  })
})
