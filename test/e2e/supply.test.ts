// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * What comes with the program, and that nothing of it has to run to be installed.
 *
 * `INSTALL=1` also installs a fresh clone of what is committed without any script of a package and pulls with it: half a minute, and the
 * network or npm's cache.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFile, execFileSync } from "node:child_process"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import type { RunReport } from "wallet-statement"
import configuration from "../../rolldown.config.ts"
import { blankName, builtBlank } from "../../src/sink/duckdb/file/blank.ts"
import { root, run, startSandbox, withFolder } from "./program.ts"

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly link?: boolean
  readonly os?: string | ReadonlyArray<string>
  readonly cpu?: string | ReadonlyArray<string>
  readonly libc?: string | ReadonlyArray<string>
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}

interface Component {
  readonly "bom-ref": string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: ReadonlyArray<{ readonly license?: { readonly id?: string }; readonly expression?: string }>
  readonly hashes?: ReadonlyArray<{ readonly alg: string; readonly content: string }>
}

const json = <A>(path: string): A => JSON.parse(readFileSync(join(root, path), "utf8")) as A

const nameIn = (path: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(path)?.[1] ?? path

const entries = Object.entries(json<{ packages: Record<string, Locked> }>("package-lock.json").packages)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => ({ path, name: nameIn(path), ...entry }))

const locked = entries.filter(({ dev, link }) => dev !== true && link !== true)

const print = (): string => execFileSync(process.execPath, [join(root, "scripts/sbom.ts"), "-"], { encoding: "utf8" })

describe("npm run build", () => {
  it("makes a program that npx can run, when it is built again too", () => {
    assert.strictEqual(statSync(join(root, "dist/bin.js")).mode & 0o111, 0o111)
  })

  it("makes the file that new ones are copied from, for everybody to read", () => {
    const blank = builtBlank()
    if (blank === undefined) return assert.fail("there is no blank")
    assert.strictEqual(
      statSync(join(root, "dist", blankName(blank))).mode & 0o444,
      statSync(join(root, "dist/bin.js")).mode & 0o444
    )
  })
})

describe("npm run sbom", () => {
  it("lists every package that is needed at run time and no other, with version, licence, address and the locked hash", () => {
    const bom = JSON.parse(print()) as {
      readonly bomFormat: string
      readonly specVersion: string
      readonly serialNumber: string
      readonly metadata: { readonly component: { readonly name: string; readonly purl: string } }
      readonly components: ReadonlyArray<Component>
      readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: ReadonlyArray<string> }>
    }
    assert.deepStrictEqual([bom.bomFormat, bom.specVersion], ["CycloneDX", "1.5"])
    assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.strictEqual(bom.metadata.component.name, "wallet-statement")
    assert.deepStrictEqual(
      bom.components.map(({ name, version }) => `${name}@${version}`).sort(),
      // The same version may lie in two places.
      [...new Set(locked.map(({ name, version }) => `${name}@${version}`))].sort()
    )
    const { dependencies, peerDependencies, peerDependenciesMeta: optional = {} } = json<
      Record<string, Record<string, unknown>>
    >("package.json")
    const listed = new Set(bom.components.map(({ name }) => name))
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      assert.strictEqual(listed.has(name), !(name in optional), name)
    }
    for (const { hashes, licenses, name, purl, version } of bom.components) {
      assert.strictEqual(purl, `pkg:npm/${name.replace("@", "%40")}@${version}`)
      assert.isTrue(licenses.some(({ expression, license }) => (license?.id ?? expression ?? "") !== ""), name)
      const { integrity = "" } = locked.find((each) => each.name === name && each.version === version) ?? {}
      const hash = hashes?.find(({ alg }) => alg === "SHA-512")?.content ?? ""
      assert.strictEqual(Buffer.from(hash, "hex").toString("base64"), integrity.replace(/^sha512-/, ""), name)
    }
    const refs = new Set(["wallet-statement@0.1.0", ...bom.components.map((component) => component["bom-ref"])])
    for (const { dependsOn, ref } of bom.dependencies) {
      for (const each of [ref, ...dependsOn]) assert.isTrue(refs.has(each), each)
    }
  })

  it("prints the same each time", () => assert.strictEqual(print(), print()))
})

it("needs no package at run time that has an install script", () => {
  assert.deepStrictEqual(locked.filter(({ hasInstallScript }) => hasInstallScript === true), [])
  assert.isAbove(locked.length, 10)
})

const isOf = (wanted: Locked["os"], own: string): boolean => wanted === undefined || [wanted].flat().includes(own)

describe("the package", () => {
  it("has the program, its sources, the files to run it by, licence and changelog, and nothing else", () => {
    const args = ["pack", "--dry-run", "--ignore-scripts", "--json"]
    const printed: unknown = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8" }))
    const [packed] = Object.values(
      printed as Readonly<Record<string, { readonly files: ReadonlyArray<{ path: string }> }>>
    )
    const parts = new Set(packed?.files.map(({ path }) => path.split("/")[0]))
    assert.deepStrictEqual([...parts].sort(), [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "deploy",
      "dist",
      "package.json",
      "src"
    ])
  })
})

describe("the lock file", () => {
  it("has a hash of every package that this platform installs", () => {
    const isMusl = existsSync("/etc/alpine-release")
    const own = entries.filter(({ cpu, libc, link, os, path }) =>
      isOf(os, process.platform) && isOf(cpu, process.arch) && isOf(libc, isMusl ? "musl" : "glibc") &&
      link !== true && path.includes("node_modules/")
    )
    const without = own.filter(({ integrity = "" }) => !/^sha512-[\w+/]{86}==$/.test(integrity))
    assert.deepStrictEqual(without.map(({ path }) => path), [])
    assert.isAbove(own.length, 100)
  })

  it("has one package with an install script, and that one is allowed to run it", () => {
    assert.deepStrictEqual(entries.filter((each) => each.hasInstallScript === true).map(({ name }) => name), ["dprint"])
    assert.deepStrictEqual(json<{ allowScripts: object }>("package.json").allowScripts, { dprint: true })
  })

  it("has the Node that npm scripts run on", () => {
    const own = entries.find(({ cpu, name, os }) =>
      name.startsWith("node-") && os !== undefined && isOf(os, process.platform) && isOf(cpu, process.arch)
    )
    const printed = execFileSync(join(root, "node_modules/.bin/node"), ["--version"], { encoding: "utf8" })
    assert.strictEqual(printed.trim(), `v${own?.version}`)
  })
})

/** Names of packages in backticks. */
const namesIn = (lines: string): ReadonlyArray<string> =>
  [...lines.matchAll(/`((?:@[a-z-]+\/)?[a-z-]+)`/g)].map(([, name = ""]) => name)

describe("docs/dependencies.md", () => {
  const text = readFileSync(join(root, "docs/dependencies.md"), "utf8")
  const section = (title: string): string => text.split(/^## /m).find((each) => each.startsWith(title)) ?? ""
  const along = section("What comes along and is never loaded")
  const rows = along.split("\n").filter((line) => line.startsWith("| `")).map((line) => line.split("|")[1] ?? "")
  const unloaded = new Set(rows.flatMap(namesIn))
  const loaded = new Set([...namesIn(section("At run time")), ...namesIn(along)].filter((name) => !unloaded.has(name)))

  it("says of each package that is installed for the program whether it is loaded", () => {
    const installed = locked.map(({ name }) => name).filter((name) => !name.startsWith("@duckdb/node-bindings-"))
    assert.deepStrictEqual(installed.filter((name) => loaded.has(name) === unloaded.has(name)), [])
    assert.strictEqual(unloaded.size, 9)
  })

  it("names no package as never loaded that the bundles hold", async () => {
    const held = new Set<string>()
    for (const options of [configuration].flat()) {
      const bundle = await rolldown({ ...options, cwd: root })
      const { output } = await bundle.generate()
      await bundle.close()
      for (const each of output) {
        for (const id of each.type === "chunk" ? each.moduleIds : []) {
          if (id.includes("node_modules")) held.add(nameIn(id))
        }
      }
    }
    assert.deepStrictEqual([...held].filter((name) => !loaded.has(name)), [])
    assert.isTrue(held.has("undici"))
  })

  it("names none that an import of the library loads", async () => {
    await withFolder(async (folder) => {
      const [hook, list] = [join(folder, "hook.mjs"), join(folder, "list")]
      writeFileSync(
        hook,
        `import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"
registerHooks({ load: (url, context, next) => (appendFileSync(${
          JSON.stringify(list)
        }, url + "\\n"), next(url, context)) })
`
      )
      const entriesOfLibrary = ["index.js", "sink/duckdb/index.js", "sandbox/index.js"]
      const program = entriesOfLibrary.map((file) => `await import(${JSON.stringify(join(root, "dist", file))})`).join(
        "\n"
      )
      execFileSync(process.execPath, ["--import", hook, "--input-type=module", "--eval", program])
      const names = new Set(
        readFileSync(list, "utf8").split("\n").filter((url) => url.includes("/node_modules/")).map(nameIn)
      )
      const others = [...names].filter((name) => !loaded.has(name) && !name.startsWith("@duckdb/node-bindings-"))
      assert.deepStrictEqual(others, [])
      assert.isTrue(names.has("@effect/platform-node"))
    })
  })
})

const command = (name: string, args: ReadonlyArray<string>, cwd: string): Promise<string> =>
  new Promise((done, fail) => {
    execFile(name, args, { cwd, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error === null) done(stdout)
      else fail(new Error(`${name} ${args.join(" ")}: ${stdout}${stderr}`))
    })
  })

const useOfLibrary = `
import { Effect, Layer } from "effect"
import { Pull, Settings, Signer, Statement } from "wallet-statement"
import { layerDuckDb } from "wallet-statement/duckdb"

const { report } = await Effect.runPromise(Pull.run.pipe(
  Effect.provide(
    Layer.merge(Statement.layerConfig, layerDuckDb({ path: "library.duckdb" })).pipe(
      Layer.provide(Signer.layerConfig),
      Layer.provideMerge(Settings.layer)
    )
  )
))
console.log(JSON.stringify(report))
`

describe.skipIf(process.env["INSTALL"] !== "1")("npm ci --ignore-scripts (skipped unless INSTALL=1)", () => {
  it("gives a library and a program that pull into a file", async () => {
    await withFolder(async (folder) => {
      const project = join(folder, "project")
      await command("git", ["clone", "-q", "--depth", "1", `file://${root}`, project], folder)
      await command("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], project)
      await command("npm", ["run", "build"], project)
      writeFileSync(join(project, "use.mjs"), useOfLibrary)
      const sandbox = await startSandbox(folder, ["--records", "300"])
      try {
        const env = { ...sandbox.env, WALLET_STATEMENT_FROM: "2025-01-01", WALLET_STATEMENT_TO: "2025-12-31" }
        const ended = await run([], { cwd: project, env, file: join(project, "use.mjs") })
        assert.strictEqual(ended.code, 0, ended.stderr)
        const report = JSON.parse(ended.stdout) as RunReport
        assert.deepStrictEqual([report.status, report.wallets[0]?.rows.inserted], ["complete", 300])
        const args = ["pull", "--json", "--db", "program.duckdb"]
        const program = await run(args, { cwd: project, env, file: join(project, "dist/bin.js") })
        assert.strictEqual(program.code, 0, program.stderr)
        assert.strictEqual((JSON.parse(program.stdout) as RunReport).wallets[0]?.rows.inserted, 300)
      } finally {
        await sandbox.stop()
      }
    })
  }, 600_000)
})
