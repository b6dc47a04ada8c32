/**
 * A Config provider that tells where a setting was given, so that an error can say so.
 */
import { ConfigProvider, Effect, Predicate } from "effect"
import type { ReconcileProfile } from "./configProfiles.ts"

/** What was given for a setting, and where. */
export interface Given {
  readonly text: string
  readonly by: "flag" | "environment" | "file"
  /** The flag, the variable, or the file with its line, as an error names it. */
  readonly place: string
}

/** Settings from flags, the environment and the configuration file. */
export interface SettingsProvider extends ConfigProvider.ConfigProvider {
  /** What is in force of a setting, by its name without the prefix. */
  readonly given: (name: string) => Given | undefined
  /** What would be in force of a setting if no flag gave it. */
  readonly givenWithoutFlag: (name: string) => Given | undefined
  /** The settings that the command at hand has flags for. */
  readonly flags: ReadonlySet<string>
  /** The profiles of `reconcile` that the configuration file has, by their names. */
  readonly profiles: ReadonlyMap<string, ReconcileProfile>
  /** The configuration file that counts, whether it is there or not. */
  readonly file: string
}

const isSettingsProvider = (provider: ConfigProvider.ConfigProvider): provider is SettingsProvider =>
  Predicate.hasProperty(provider, "given") && Predicate.hasProperty(provider, "flags")

/** The provider in force, where it is one of these: a program may have brought another, which knows values alone. */
export const settingsProviderInForce: Effect.Effect<SettingsProvider | undefined> = Effect.map(
  ConfigProvider.ConfigProvider,
  (provider) => (isSettingsProvider(provider) ? provider : undefined)
)
