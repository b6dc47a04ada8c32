/**
 * A blank: a file of the current layout with nothing in it, which the build puts beside the program. To copy it takes a fifth of the
 * time that DuckDB takes for the statements by which it was made.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { firstStatements } from "./migrations.ts"

/** The name of the blank that the statements of this version make: one of other statements has another name. */
export const blankName = `blank-${createHash("sha256").update(firstStatements).digest("hex").slice(0, 16)}.duckdb`

/** The path of that blank; absent where the program was not built, or was bundled into another one. */
export const findBlank = (): string | undefined => {
  try {
    const packed = createRequire(import.meta.url).resolve("wallet-statement/package.json")
    const path = join(dirname(packed), "dist", blankName)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** What makes a copy of a blank a file of its own. DuckDB writes nothing into a file that tells it from another one. */
export const freshStatements = "UPDATE migrations SET applied_at = now(); CHECKPOINT"
