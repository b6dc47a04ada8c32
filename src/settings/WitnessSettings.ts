/**
 * Where the head of the audit chain is told, so that a file that was rewritten can be told from the one that was.
 */
import { Context, type Option } from "effect"

/** The witness part of the settings. */
export class WitnessSettings extends Context.Service<WitnessSettings, {
  /** A file that a line is added to by each run. */
  readonly file: Option.Option<string>
  /** A program, with its arguments, that gets the line on stdin. */
  readonly command: Option.Option<ReadonlyArray<string>>
}>()("wallet-statement/settings/WitnessSettings") {}
