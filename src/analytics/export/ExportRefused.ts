/**
 * Why something is not exported.
 */
import { Schema } from "effect"

/** The message names the wallet or the row, and what to do; it quotes no description. */
export class ExportRefused extends Schema.TaggedError<ExportRefused>()("ExportRefused", {
  message: Schema.String
}) {}

/** The refusal for a reason. */
export const exportRefused = (message: string): ExportRefused => new ExportRefused({ message })
