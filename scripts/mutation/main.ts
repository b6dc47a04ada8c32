// @effect-diagnostics asyncFunction:off -- what drives another program from outside is plain promises
/**
 * Changes the code in one place after the other, and tells which changes no test notices: docs/mutation.md.
 *
 *     node scripts/mutation/main.ts [ROOM…] [--millis N]     all rooms of rooms.ts; tests of up to 400 ms
 *     node scripts/mutation/main.ts ROOM --file ways --test chain/ways     files and tests alone whose names contain a text
 */
import { Instrumenter } from "@stryker-mutator/instrumenter"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type Room, rooms } from "./rooms.ts"
import { State } from "./state.ts"

const root = resolve(import.meta.dirname, "../..")

const { positionals, values: { file: fileText, millis, test: testText } } = parseArgs({
  allowPositionals: true,
  options: {
    millis: { type: "string", default: "400" },
    file: { type: "string", default: "" },
    test: { type: "string", default: "" }
  }
})

const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {}
}

/** A copy of what the project keeps; it stands in the project's folder, so that it finds its packages. */
const copyTo = (place: string): void => {
  const kept = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8"
  }).split("\0").filter((name) => name !== "" && existsSync(join(root, name)))
  for (const name of kept) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    copyFileSync(join(root, name), join(place, name))
  }
}

/** Puts all changes into the files, each behind a switch, and gives them. */
const change = async (place: string, { changed }: Room) => {
  const names = changed.flatMap((glob) => globSync(glob, { cwd: place })).filter((name) => name.includes(fileText))
  const files = names.map((name) => ({
    name: join(place, name),
    mutate: true,
    content: readFileSync(join(place, name), "utf8")
  }))
  const { files: written, mutants } = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: []
  })
  for (const { content, name } of written) writeFileSync(name, bounded(content))
  return mutants
}

/**
 * Has each switch count how often switches are asked, whichever, and throw beyond a limit: what a change keeps going for ever
 * passes some. Nothing is noted of who comes by while a change is tried.
 */
const bounded = (content: string): string => {
  const [asks, covers] = ["function isActive(id) {", "function cover() {"]
  // Nothing can be changed in some files.
  if (!content.includes("stryMutAct")) return content
  if (!content.includes(asks) || !content.includes(covers)) throw new Error("the switches look otherwise than expected")
  return content
    .replace(asks, "$& if (++ns.asked > ns.mostAsked) throw new Error('endless');")
    .replace(covers, "$& if (ns.activeMutant !== undefined) return;")
}

const score = (killed: number, all: number): string => all === 0 ? "-" : ((100 * killed) / all).toFixed(1)

/** Quick tests are asked first: what they notice no long one is asked about. */
const quick = "30"

/** A change is tried for no longer: a worker that does is in an endless loop, and all begin anew without that change. */
const longestTryMillis = 10_000 + 10 * Number(millis)

/** Asks the tests that take no longer about each change that none has noticed yet. */
const ask = async (name: string, room: Room, place: string, longest: string): Promise<void> => {
  const tests = room.tests.flatMap((glob) => globSync(glob, { cwd: place })).filter((test) => test.includes(testText))
  if (tests.length === 0) throw new Error(`No test of ${name} has ${testText} in its name`)
  const state = new State(place)
  state.askAnew()
  for (;;) {
    state.begin()
    const asking = spawn(
      process.execPath,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--config",
        "vitest.mutation.config.ts",
        "--reporter",
        "dot"
      ],
      {
        cwd: place,
        detached: true,
        env: {
          ...process.env,
          MUTATION: "1",
          MUTATION_MILLIS: longest,
          MUTATION_STATE: place,
          MUTATION_TESTS: tests.join(" ")
        }
      }
    )
    let printed = ""
    for (const stream of [asking.stdout, asking.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed = (printed + text).slice(-4000)
      })
    }
    let hasRunAway = false
    const watch = setInterval(() => {
      if (asking.pid === undefined || !state.noteRunaways(longestTryMillis)) return
      hasRunAway = true
      process.kill(-asking.pid, "SIGKILL")
    }, 2000)
    const [code] = await once(asking, "close")
    clearInterval(watch)
    if (hasRunAway || (code !== 0 && state.noteCrashes())) continue
    if (code !== 0) throw new Error(`The tests of ${name} fail as they are:\n${printed}`)
    return
  }
}

const measure = async (name: string, room: Room): Promise<void> => {
  const place = mkdtempSync(join(root, ".mutation-"))
  try {
    copyTo(place)
    const mutants = await change(place, room)
    for (const longest of [quick, millis]) await ask(name, room, place, longest)
    const state = new State(place)
    const [killed, covered] = [state.noticed(), state.covered()]
    const told = mutants.filter(({ id }) => covered.has(id))
    const survivors = told.filter(({ id }) => !killed.has(id))
    for (const [file, own] of Map.groupBy(told, ({ fileName }) => relative(place, fileName))) {
      const found = own.filter(({ id }) => killed.has(id)).length
      process.stdout.write(`${score(found, own.length).padStart(6)}  ${found} of ${own.length}  ${file}\n`)
    }
    for (const test of state.failing()) process.stdout.write(`not asked, for it fails with nothing changed: ${test}\n`)
    process.stdout.write(
      `${score(killed.size, told.length).padStart(6)}  ${killed.size} of ${told.length}  ${name}; ` +
        `no test comes by ${mutants.length - told.length} more when it runs\n\n`
    )
    mkdirSync(join(root, "reports"), { recursive: true })
    const lines = survivors.map(({ fileName, location: { start }, replacement }) =>
      `${relative(place, fileName)}:${start.line + 1}:${start.column + 1} ${replacement.replaceAll(/\s+/g, " ")}\n`
    )
    writeFileSync(join(root, "reports", `mutation-${name}.txt`), lines.join(""))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

for (const name of positionals.length === 0 ? Object.keys(rooms) : positionals) {
  const room = rooms[name]
  if (room === undefined) throw new Error(`No room ${name}; there are ${Object.keys(rooms).join(", ")}`)
  await measure(name, room)
}
