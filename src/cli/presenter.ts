/**
 * What the program says about wrong arguments: on stderr, short, with the way to the help.
 */
import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"

/** Prints help on stdout and complaints on stderr. */
export const layerPresenter = CliOutput.layerPresenter({
  present: (output) =>
    output._tag === "InvalidInvocation"
      ? Effect.gen(function*() {
        const formatter = yield* CliOutput.Formatter
        yield* Console.error(formatter.formatErrors(output.errors))
        yield* Console.error(`\`${output.commandPath.join(" ")} --help\` lists what can be said.`)
      })
      : CliOutput.defaultPresenter.present(output)
})
