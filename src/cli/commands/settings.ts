/**
 * `settings`: all settings there are, what each is now, and where that was given.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, jsonFlag, switchFlag, tellingUnknownVariables, withSettings } from "../flags/sharedFlags.ts"

export const settings = Command.make(
  "settings",
  {
    markdown: switchFlag(
      "markdown",
      "Print what settings there are as a table for documents, without what they are now"
    ),
    config: configFlag,
    json: jsonFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/settings/settings.ts")).pipe(
      Effect.flatMap(({ showMarkdown, showSettings }) =>
        input.markdown
          ? showMarkdown
          : showSettings(input.json).pipe(withSettings(input), tellingUnknownVariables)
      ),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription(
    "List all settings, what each is now and where that was given; secrets only say that they are set"
  ),
  Command.withExamples([
    { command: "wallet-statement settings", description: "What holds in this folder and this environment" },
    { command: "wallet-statement settings --markdown", description: "What settings there are" }
  ])
)
