/**
 * Messages name settings by their variables; whoever gave one by a flag or in a file looks for it there.
 */
import { Effect } from "effect"
import { settingsProviderInForce } from "./SettingsProvider.ts"
import { variablePrefix } from "./variablePrefix.ts"

/** The variables of a text that have no value behind them: one with a value is to be set. */
const variables = new RegExp(`${variablePrefix}([A-Z_]+)(?![A-Z_=])`, "g")

/** A text that names settings by their variables, with the place instead where a flag or a file gives one. */
export const withPlaces = (text: string): Effect.Effect<string> =>
  Effect.map(settingsProviderInForce, (provider) =>
    text.replace(variables, (variable, name: string) => {
      const given = provider?.given(name)
      return given === undefined || given.text === "" ? variable : given.place
    }))
