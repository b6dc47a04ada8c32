/**
 * The settings that say who is told the head of the audit chain.
 */
import type { Effect } from "effect"
import { path } from "./path.ts"
import { gather, optional, type SettingsError } from "./setting.ts"
import { command } from "./shapes.ts"
import type { WitnessSettings } from "./WitnessSettings.ts"

/** Reads `WITNESS_FILE` and `WITNESS_COMMAND`. */
export const readWitness: Effect.Effect<WitnessSettings["Service"], SettingsError> = gather({
  file: optional("WITNESS_FILE", path("the path of a file to add a line to")),
  command: optional("WITNESS_COMMAND", command)
})
