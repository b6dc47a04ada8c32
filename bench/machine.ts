/**
 * The machine and the versions that figures hold for.
 */
import { version as duckdbNode } from "@duckdb/node-api"
import { readFileSync } from "node:fs"
import { cpus, loadavg, release, totalmem, type } from "node:os"
import { join } from "node:path"
import { root } from "./Child.ts"

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version

/** Processor, memory, system, versions, and how busy the machine was with other things. */
export const machine = () => ({
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGigabytes: Number((totalmem() / 1e9).toFixed(1)),
  system: `${type()} ${release()}`,
  node: process.versions.node,
  duckdb: duckdbNode(),
  duckdbNode: versionOf("@duckdb/node-api"),
  effect: versionOf("effect"),
  loadBefore: loadavg()[0] ?? 0
})
