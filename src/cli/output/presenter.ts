/**
 * What the program says about wrong arguments: on stderr, short, with the way to the help.
 */
import { Effect } from "effect"
import { CliOutput } from "effect/cli"
import { printNotice } from "./output.ts"

/** Prints help on stdout and complaints on stderr. */
export const layerPresenter = CliOutput.layerPresenter({
  present: (output) =>
    output._tag === "InvalidInvocation"
      ? Effect.gen(function*() {
        const formatter = yield* CliOutput.Formatter
        const hint = `\`${output.commandPath.join(" ")} --help\` lists what can be said.`
        yield* printNotice(`${formatter.formatErrors(output.errors)}\n${hint}`, "ERROR")
      })
      : CliOutput.defaultPresenter.present(output)
})
