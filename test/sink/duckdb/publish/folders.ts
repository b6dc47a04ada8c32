/**
 * A look into a folder of Parquet files by its manifest, as a reader has it.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface ManifestText {
  readonly at: string | null
  readonly runId: string | null
  readonly head: string
  readonly files: ReadonlyArray<{
    readonly path: string
    readonly table: string
    readonly wallet: string | null
    readonly month: string | null
    readonly rows: number
    readonly bytes: number
    readonly sha256: string
    readonly sums: ReadonlyArray<Readonly<Record<string, string | number | null>>>
  }>
  readonly replaced: ReadonlyArray<{ readonly path: string; readonly since: string }>
}

export const manifestOf = (folder: string): ManifestText =>
  JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))

/** The names of all files in a folder and those in it, in their order. */
export const namesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
    .sort()

/** Asks an engine that has nothing open; values come as text. */
export const askEngine = (sql: string): Promise<ReadonlyArray<ReadonlyArray<string | null>>> =>
  DuckDBInstance.create(":memory:").then((instance) =>
    instance.connect().then((connection) =>
      connection.run("SET TimeZone='UTC'").then(() => connection.runAndReadAll(sql)).then((result) =>
        result.getRowsJson().map((row) => row.map((value) => (value === null ? null : JSON.stringify(value))))
      ).finally(() => {
        connection.closeSync()
        instance.closeSync()
      })
    )
  )

/** The files of a table, as SQL takes them. */
export const filesOf = (folder: string, table: string, manifest = manifestOf(folder)): string =>
  `read_parquet([${
    manifest.files.filter((file) => file.table === table).map(({ path }) => `'${join(folder, path)}'`).join(", ")
  }], hive_partitioning = false)`

/** Files whose length or hash is not what the manifest says. */
export const differing = (folder: string): ReadonlyArray<string> =>
  manifestOf(folder).files.filter(({ bytes, path, sha256 }) => {
    const content = readFileSync(join(folder, path))
    return content.length !== bytes || createHash("sha256").update(content).digest("hex") !== sha256
  }).map(({ path }) => path)
