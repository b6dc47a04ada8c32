/**
 * What is said on stderr and may not have to be: held back until it is known how a command ends.
 */
import { Context, Effect, Exit } from "effect"

/** Takes lines for stderr that are held back; undefined when they are printed at once. */
export const HeldBack = Context.Reference<((line: string) => void) | undefined>("wallet-statement/cli/HeldBack", {
  defaultValue: () => undefined
})

/** Holds back what an effect says on stderr: it is printed where the effect does not succeed, and never where it does. */
export const heldBackUnlessWrong = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    return effect.pipe(
      Effect.provideService(HeldBack, (line) => void lines.push(line)),
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => lines.forEach((line) => process.stderr.write(line)))
      )
    )
  })
