/**
 * Steps that this process may not take itself, since locks on files and the umask are the whole process's: another one takes them, and
 * gets nothing but what it is given here.
 */
import { Data, Effect } from "effect"
import { execFile } from "node:child_process"

/** A step failed; `code` is the system's word for why, as far as there is one. */
export class StepFailed extends Data.TaggedError("StepFailed")<{ readonly code: string }> {
  override get message(): string {
    return this.code
  }
}

/**
 * Runs a text of this program in a process of its own, where `input` stands for what is given; gives what it wrote to stdout. It says
 * why it failed by throwing what Node's file system throws.
 */
export const runApart = (script: string, input: object): Effect.Effect<string, StepFailed> =>
  Effect.callback((resume) => {
    const child = execFile(
      process.execPath,
      ["-e", framed(script)],
      { env: {}, maxBuffer: Infinity },
      (cause, written, said) =>
        resume(cause === null ? Effect.succeed(written) : Effect.fail(new StepFailed({ code: said.trim() })))
    )
    // A process that can't be started, or ended early, says so by its ending.
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(JSON.stringify(input))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const framed = (script: string): string => `
try {
  const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
  ${script}
} catch (cause) {
  process.stderr.write(String(cause.code))
  process.exitCode = 1
}`
