/**
 * Python with the packages of `test/witness/exports/requirements.txt`; with READERS=1, as in `.ci/run`, its absence is an error.
 */
import { pythonWith } from "./pythonWith.ts"

/** The Python of that environment; undefined where it can't be had, which is said. */
export const exportsPython: string | undefined = pythonWith("test/witness/exports/requirements.txt")

if (exportsPython === undefined) {
  process.stdout.write("Python 3.11 or its package index is missing: how Python reads exported files is not tested.\n")
  if (process.env["READERS"] === "1") {
    throw new Error("READERS=1 asks for Python 3.11 and its package index, and they are not there.")
  }
}
