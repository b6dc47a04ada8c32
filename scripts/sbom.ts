/**
 * Writes a bill of materials, CycloneDX as JSON: every package that the program or the library needs when it runs, with
 * version, licence, package URL and hash, from the lock file alone. `npm sbom` does the work; this takes out what is
 * for development only, which `--omit dev` does too, but along with what is for both, such as `effect`.
 *
 * The same lock file gives the same bytes: there is no time in it, and the serial number comes from the contents.
 *
 *     node scripts/sbom.ts [FILE]     the default is sbom.cdx.json, `-` is stdout
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"

interface Component {
  readonly "bom-ref": string
  readonly properties: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

interface Bom {
  readonly serialNumber: string
  readonly metadata: { readonly timestamp?: string; readonly component: Component & { readonly name: string } }
  readonly components: ReadonlyArray<Component>
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: ReadonlyArray<string> }>
}

const root = resolve(import.meta.dirname, "..")
const { name } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { readonly name: string }
const printed = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
  shell: process.platform === "win32",
  stdio: ["ignore", "pipe", "ignore"]
})
const all = JSON.parse(printed) as Bom

const isForDevelopment = ({ properties }: Component): boolean =>
  properties.some((property) => property.name === "cdx:npm:package:development" && property.value === "true")

const components = all.components.filter((component) => !isForDevelopment(component))
const refs = new Set([all.metadata.component["bom-ref"], ...components.map((component) => component["bom-ref"])])
const { timestamp: _, ...metadata } = all.metadata
const bom: Bom = {
  ...all,
  serialNumber: "",
  metadata: { ...metadata, component: { ...metadata.component, name } },
  components,
  dependencies: all.dependencies.filter(({ ref }) => refs.has(ref))
    .map(({ dependsOn, ref }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }))
}

/** A UUID of version 8: the contents' hash. */
const uuidOf = (text: string): string => {
  const hex = createHash("sha256").update(text).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-"
  )
}

const numbered = { ...bom, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bom))}` }
const text = `${JSON.stringify(numbered, null, 2)}\n`
const target = process.argv[2] ?? "sbom.cdx.json"
if (target === "-") process.stdout.write(text)
else {
  writeFileSync(target, text)
  process.stdout.write(`${components.length} packages are listed in ${target}\n`)
}
