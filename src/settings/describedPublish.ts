/**
 * The settings of copies for readers.
 */
import { statSync } from "node:fs"
import { resolve } from "node:path"
import { defaulted, setting } from "./described.ts"
import { isKeyText } from "./path.ts"
import type { PublishTarget } from "./PublishSettings.ts"
import type { SettingShape } from "./SettingShape.ts"
import { duration } from "./shapes.ts"

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const targetOf = (text: string): PublishTarget | undefined => {
  if (isKeyText(text)) return undefined
  if (/[/\\]$/.test(text) || isFolder(text)) return { kind: "folder", path: resolve(text) }
  return /[^/\\]\.(?:duckdb|db)$/.test(text) ? { kind: "file", path: resolve(text) } : undefined
}

const textsOf = (value: string): ReadonlyArray<string> =>
  value.split(",").map((text) => text.trim()).filter((text) => text !== "")

const targets: SettingShape<ReadonlyArray<PublishTarget>> = {
  expected:
    "paths with commas between, each once: one that ends in .duckdb or .db is a copy of the file, one that ends in / or is a folder " +
    "that is there a folder of Parquet files",
  parse: (value) => {
    const texts = textsOf(value)
    const read = texts.flatMap((text) => targetOf(text) ?? [])
    const isEachOnce = new Set(read.map(({ path }) => path)).size === texts.length
    return texts.length > 0 && isEachOnce ? read : undefined
  }
}

const mode: SettingShape<number> = {
  expected:
    "permissions by which the owner reads and nobody else writes, such as 0640 (the group reads), 0644 (everybody) or 0600 (nobody else)",
  parse: (value) => {
    const [, digits] = /^0?([46][04][04])$/.exec(value.trim()) ?? []
    return digits === undefined ? undefined : Number.parseInt(digits, 8)
  }
}

export const PUBLISH = setting(
  "PUBLISH",
  targets,
  "copies for readers, made behind each run, with commas between: a path that ends in `.duckdb` or `.db` is a copy of the file, " +
    "one that ends in `/` or is a folder a folder of Parquet files (`docs/reading.md`)",
  { flag: "--publish", otherwise: "none" }
)
export const PUBLISH_MODE = defaulted(
  "PUBLISH_MODE",
  mode,
  "0640",
  "permissions of what is published, whose group is that of its folder; folders follow; never of the file itself"
)
export const PUBLISH_KEEP = defaulted(
  "PUBLISH_KEEP",
  duration,
  "24h",
  "how long Parquet files stay that the manifest no longer names"
)

/** All of these, in the order in which they are listed. */
export const publishSettings = [PUBLISH, PUBLISH_MODE, PUBLISH_KEEP]
