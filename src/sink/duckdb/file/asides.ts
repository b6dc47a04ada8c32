/**
 * The names that damaged files get when they are set aside.
 */
import { readdirSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** The name of a file that is set aside at an instant, in milliseconds since 1970: `x.duckdb.damaged-20261120T161500Z`. */
export const asideName = (path: string, at: number): string =>
  `${path}.damaged-${new Date(at).toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "")}`

/** What was set aside beside a file and is still there, the latest last; nothing where the folder can't be read. */
export const asidesOf = (path: string): ReadonlyArray<string> => {
  const folder = dirname(path)
  const beginning = `${basename(path)}.damaged-`
  try {
    return readdirSync(folder).filter((name) => name.startsWith(beginning) && !name.endsWith(".wal")).sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
