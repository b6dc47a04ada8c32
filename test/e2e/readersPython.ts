/**
 * Python with the packages of `test/witness/readers/requirements.txt`, and Java; with READERS=1, as in `.ci/run`, their absence is an
 * error.
 */
import { spawnSync } from "node:child_process"
import { pythonWith } from "./pythonWith.ts"

/** The Python of that environment; undefined where it can't be had, which is said. */
export const readersPython: string | undefined = pythonWith("test/witness/readers/requirements.txt")

/** Whether Spark can run. */
export const hasJava = spawnSync("java", ["-version"]).status === 0

if (readersPython === undefined) {
  process.stdout.write(
    "Python 3.11 or its package index is missing: how Python reads published copies is not tested.\n"
  )
}
if (!hasJava) process.stdout.write("Java is missing: how Spark reads a published folder is not tested.\n")
if (process.env["READERS"] === "1" && (readersPython === undefined || !hasJava)) {
  throw new Error("READERS=1 asks for Python 3.11, its package index, and Java, and not all of them are there.")
}
