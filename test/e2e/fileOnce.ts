// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * A database file that several tests begin with: the first that asks makes it, and each of the others gets a copy.
 */
import { readFileSync, writeFileSync } from "node:fs"

/** Puts the file at its path, and what is made with it at those beside it. */
export const fileOnce = (): (
  db: string,
  make: () => Promise<void>,
  ...beside: ReadonlyArray<string>
) => Promise<void> => {
  let made: ReadonlyArray<Buffer> | undefined
  return async (db, make, ...beside) => {
    const paths = [db, ...beside]
    if (made === undefined) {
      await make()
      made = paths.map((path) => readFileSync(path))
    } else {
      for (const [index, bytes] of made.entries()) writeFileSync(paths[index] ?? "", bytes, { mode: 0o600 })
    }
  }
}
