/**
 * What a setting is: its name, how its text is read, what it means, and what holds without it. Reading, the flags that stand
 * for it, the configuration file and the list for people all go by this.
 */
import type { Redacted } from "effect"
import { path } from "./path.ts"
import type { SettingShape } from "./SettingShape.ts"
import { command, secret } from "./shapes.ts"

/** A setting `BASE_URL` is the variable `WALLET_STATEMENT_BASE_URL`, or `base_url` in the configuration file. */
export interface Setting<A> {
  readonly name: string
  readonly shape: SettingShape<A>
  /** What it is, in a few words, as Markdown for a cell of a table. */
  readonly means: string
  /** The flag that gives it too, of the commands that have it. */
  readonly flag?: string
  /** The text that holds without it. */
  readonly default?: string
  /** What holds without it where that is no text one could give. */
  readonly otherwise?: string
  /** What it holds is shown to nobody. */
  readonly isSecret?: boolean
  /** It is a path that may have been mistaken for the secret in that file. */
  readonly isSecretPath?: boolean
}

/** A setting that has a default. */
export interface DefaultedSetting<A> extends Setting<A> {
  readonly default: string
}

/** What a setting may say of itself beside its name and its shape. */
type About = Pick<Setting<unknown>, "flag" | "otherwise" | "isSecret" | "isSecretPath">

/** Describes a setting without a default. */
export const setting = <A>(name: string, shape: SettingShape<A>, means: string, about: About = {}): Setting<A> => ({
  name,
  shape,
  means,
  ...about
})

/** Describes a setting with one. */
export const defaulted = <A>(
  name: string,
  shape: SettingShape<A>,
  fallback: string,
  means: string,
  about: About = {}
): DefaultedSetting<A> => ({ name, shape, means, default: fallback, ...about })

/** A secret, from one of three settings. */
export interface SecretSetting {
  readonly plain: Setting<Redacted.Redacted>
  readonly file: Setting<string>
  readonly command: Setting<ReadonlyArray<string>>
}

/** Describes a secret of one line; `expected` says what it is. */
export const secretSetting = (name: string, expected: string, means: string): SecretSetting => ({
  plain: setting(name, secret(expected), means, { isSecret: true }),
  file: setting(`${name}_FILE`, path(`the path of a file that holds ${expected}`), `instead: a file that holds it`, {
    isSecretPath: true
  }),
  command: setting(`${name}_COMMAND`, command, "instead: a command that prints it (`docs/secrets.md`)")
})
