/**
 * What can go wrong with the file of a private key, and how messages name where a key comes from.
 */
import { Schema } from "effect"

const keyVariable = "WALLET_STATEMENT_PRIVATE_KEY"
const fileVariable = "WALLET_STATEMENT_PRIVATE_KEY_FILE"

/** How messages name the setting that holds the key's text. */
export const placeOfText = keyVariable

/** How messages name a key file and the setting that points to it. */
export const placeOfFile = (path: string): string => `${path} (${fileVariable})`

/** No file stands at the path. */
export class KeyFileMissing extends Schema.TaggedError<KeyFileMissing>()("KeyFileMissing", { path: Schema.String }) {
  override get message(): string {
    return `There is no private key file at ${this.path}. Put the key there or correct ${fileVariable}.`
  }
}

/** The path leads to a directory, a device or a pipe. */
export class KeyFileNotRegular extends Schema.TaggedError<KeyFileNotRegular>()("KeyFileNotRegular", {
  path: Schema.String,
  found: Schema.Literals(["a directory", "no regular file"])
}) {
  override get message(): string {
    return `${placeOfFile(this.path)} is ${this.found}. Point ${fileVariable} to the key file itself, or give the ` +
      `key's text in ${keyVariable}.`
  }
}

/** The file exists and could not be read; `code` is the system's, such as `EACCES`. */
export class KeyFileUnreadable extends Schema.TaggedError<KeyFileUnreadable>()("KeyFileUnreadable", {
  path: Schema.String,
  code: Schema.String
}) {
  override get message(): string {
    return `${placeOfFile(this.path)} cannot be read (${this.code}). Let the user that runs this program read it.`
  }
}

/** Others than the owner can get at the file; `problem` says how, and what to run. */
export class KeyFileExposed extends Schema.TaggedError<KeyFileExposed>()("KeyFileExposed", {
  path: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `${placeOfFile(this.path)} ${this.problem}`
  }
}

/** The file is another user's, or another user decides which file it is; `problem` says how, and what to run. */
export class KeyFileUntrusted extends Schema.TaggedError<KeyFileUntrusted>()("KeyFileUntrusted", {
  path: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `${placeOfFile(this.path)} ${this.problem}`
  }
}
