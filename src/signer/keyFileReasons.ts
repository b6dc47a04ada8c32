/**
 * What can go wrong with the file of a private key, and how messages name where a key comes from.
 */
import { Schema } from "effect"

/** How messages name a key file and the place of the setting that names it. */
export const placeOfFile = (path: string, setting: string): string => `${path} (${setting})`

/** A file, and where the setting was given that names it. */
const named = { path: Schema.String, setting: Schema.String }

/** No file stands at the path. */
export class KeyFileMissing extends Schema.TaggedError<KeyFileMissing>()("KeyFileMissing", named) {
  override get message(): string {
    return `There is no private key file at ${this.path}. Put the key there or correct ${this.setting}.`
  }
}

/** The path leads to a directory, a device or a pipe. */
export class KeyFileNotRegular extends Schema.TaggedError<KeyFileNotRegular>()("KeyFileNotRegular", {
  ...named,
  found: Schema.Literals(["a directory", "no regular file"])
}) {
  override get message(): string {
    return `${
      placeOfFile(this.path, this.setting)
    } is ${this.found}. Name the key file itself there, or give the key's ` +
      "text in WALLET_STATEMENT_PRIVATE_KEY instead."
  }
}

/** The file exists and could not be read; `code` is the system's, such as `EACCES`. */
export class KeyFileUnreadable extends Schema.TaggedError<KeyFileUnreadable>()("KeyFileUnreadable", {
  ...named,
  code: Schema.String
}) {
  override get message(): string {
    return `${
      placeOfFile(this.path, this.setting)
    } cannot be read (${this.code}). Let the user that runs this program ` +
      "read it."
  }
}

/** Others than the owner can get at the file; `problem` says how, and what to run. */
export class KeyFileExposed extends Schema.TaggedError<KeyFileExposed>()("KeyFileExposed", {
  ...named,
  problem: Schema.String
}) {
  override get message(): string {
    return `${placeOfFile(this.path, this.setting)} ${this.problem}`
  }
}

/** The file is another user's, or another user decides which file it is; `problem` says how, and what to run. */
export class KeyFileUntrusted extends Schema.TaggedError<KeyFileUntrusted>()("KeyFileUntrusted", {
  ...named,
  problem: Schema.String
}) {
  override get message(): string {
    return `${placeOfFile(this.path, this.setting)} ${this.problem}`
  }
}
