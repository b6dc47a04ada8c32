/**
 * The house rules that a compiler does not check: who may import whom, no cycles, small files.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const src = resolve(import.meta.dirname, "../src")

/** What a room may import of ours; a file's own room is always allowed. `"*"` is everything. */
const table: Record<string, ReadonlyArray<string>> = {
  domain: [],
  settings: ["domain"],
  transport: ["domain", "settings"],
  auth: ["domain", "settings", "transport"],
  signer: ["domain", "settings"],
  statement: ["domain", "settings", "transport", "auth", "signer"],
  plan: ["domain"],
  normalise: ["domain"],
  continuity: ["domain"],
  sink: ["domain", "settings"],
  pipeline: [
    "domain",
    "settings",
    "transport",
    "auth",
    "signer",
    "statement",
    "plan",
    "normalise",
    "continuity",
    "sink"
  ],
  analytics: ["domain", "settings", "sink"],
  sandbox: ["domain"],
  cli: ["*"],
  index: ["*"]
}

/** Files that are held to a stricter rule than their room. */
const stricter: Record<string, ReadonlyArray<string>> = {
  "signer/signingText.ts": ["domain"]
}

/** Packages that a room may import; rooms not named here may import `effect` only. */
const packages: Record<string, ReadonlyArray<RegExp>> = {
  settings: [/^effect/, /^node:/, /^smol-toml$/],
  transport: [/^effect/, /^node:/, /^@effect\/platform-node/],
  auth: [/^effect/, /^node:/],
  signer: [/^effect/, /^node:/],
  statement: [/^effect/, /^node:/],
  sink: [/^effect/, /^node:/, /^@duckdb\//],
  pipeline: [/^effect/, /^node:crypto$/],
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

const roomOf = (path: string): string => path.includes("/") ? path.slice(0, path.indexOf("/")) : "index"

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
    const allowed = stricter[file.path] ?? table[file.room]
    if (allowed === undefined) return [`${file.path}: room ${file.room} is not in the import table`]
    return file.ours
      .filter((target) => !allowed.includes("*") && !allowed.includes(roomOf(target)))
      .filter((target) => roomOf(target) !== file.room || stricter[file.path] !== undefined)
      .map((target) => `${file.path} may not import ${target}`)
  }),
  ...files.flatMap((file) => {
    const allowed = packages[file.room] ?? [/^effect/]
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

describe("the house", () => {
  const files = read(src)

  it("has files to look at", () => {
    assert.isAbove(files.length, 30)
    assert.isAbove(files.reduce((sum, file) => sum + file.ours.length, 0), 60)
  })

  it("keeps to the import table, without cycles", () => {
    assert.deepStrictEqual(offences(files), [])
  })

  it("notices a forbidden import, a forbidden package, an unknown room and a cycle", () => {
    assert.deepStrictEqual(offences([planted("plan/Plan.ts", ["statement/Statement.ts"])]), [
      "plan/Plan.ts may not import statement/Statement.ts"
    ])
    assert.deepStrictEqual(offences([planted("signer/signingText.ts", ["settings/Settings.ts"])]), [
      "signer/signingText.ts may not import settings/Settings.ts"
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
      /^(cli\/(?!actions\/)|domain\/|settings\/(setting|LogFormat|SigningSettings)\.ts|sandbox\/(Fault|faultText)\.ts)/
    assert.deepStrictEqual(atStart.ours.filter((path) => !light.test(path)), [])
    assert.deepStrictEqual(
      atStart.foreign.filter((name) => !/^(node:|effect|@effect\/platform-node\/Node(Runtime|Services)$)/.test(name)),
      []
    )
    assert.notInclude(loadedWith("cli/load.ts").foreign, "@effect/platform-node/Undici")
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
      "cli/actions/query.ts",
      "settings/runCommand.ts"
    ])
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
