/**
 * The settings that say who is told the head of the audit chain.
 */
import type { Effect } from "effect"
import { WITNESS_COMMAND, WITNESS_FILE } from "./describedFiles.ts"
import { gather, optional, type SettingsError } from "./setting.ts"
import type { WitnessSettings } from "./WitnessSettings.ts"

/** Reads `WITNESS_FILE` and `WITNESS_COMMAND`. */
export const readWitness: Effect.Effect<WitnessSettings["Service"], SettingsError> = gather({
  file: optional(WITNESS_FILE),
  command: optional(WITNESS_COMMAND)
})
