/**
 * A blank: a file of the current layout with nothing in it, which the build puts beside the program. To copy it takes a fifth of the
 * time that DuckDB takes for the statements by which it was made. Its name tells these statements and its bytes.
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { firstStatements } from "./migrations.ts"

const print = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex").slice(0, 16)

/** Of the blanks that the statements of this version make: those of other statements have other names. */
const beginning = `blank-${print(firstStatements)}-`

/** The name of a blank of such bytes. */
export const blankName = (bytes: Uint8Array): string => `${beginning}${print(bytes)}.duckdb`

/** The bytes of the blank in a folder; absent where there is none, or one that is damaged. */
export const blankIn = (folder: string): Uint8Array | undefined =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.name.startsWith(beginning) || !entry.isFile()) return []
    const bytes = readFileSync(join(folder, entry.name))
    return entry.name === blankName(bytes) ? [bytes] : []
  })[0]

/** That of the build; absent also where the program was not built, or was bundled into another one. */
export const builtBlank = (): Uint8Array | undefined => {
  try {
    return blankIn(join(dirname(createRequire(import.meta.url).resolve("wallet-statement/package.json")), "dist"))
  } catch {
    return undefined
  }
}

/** What makes a copy of a blank a file of its own. DuckDB writes nothing into a file that tells it from another one. */
export const freshStatements = "UPDATE migrations SET applied_at = now(); CHECKPOINT"
