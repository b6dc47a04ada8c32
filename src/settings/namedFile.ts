/**
 * Files that settings name: why one was not read, told by the setting and not only by the file, for it may be the path that is wrong.
 */
import type { Effect } from "effect"
import type { FileRefused } from "./believedFile.ts"
import type { SettingsError } from "./setting.ts"

/** Fails with what is wrong with a setting, behind the place where it was given. */
export type Problem = (problem: string) => Effect.Effect<never, SettingsError>

/** Tells why the file of a setting was not read; `shown` is its path as far as people may see it. */
export const notRead =
  (wrong: Problem, shown: string) => ({ kind, problem }: FileRefused): Effect.Effect<never, SettingsError> => {
    switch (kind) {
      case "untrusted":
      case "exposed":
        return wrong(problem)
      case "missing":
        return wrong(`can't be read: ${shown} ${problem}. Put the file there or correct the path`)
      case "unreadable":
        return wrong(`can't be read: ${shown} (${problem}). Let the user that runs this program read it`)
      case "directory":
      case "irregular":
      case "too-large":
        return wrong(`can't be read: ${shown} ${problem}. Name the file itself`)
    }
  }
