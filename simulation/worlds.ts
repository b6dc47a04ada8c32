/**
 * The worlds in which something once went wrong. They are kept as they were, since seeds mean others once the draw changes.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readRecording, type Recording } from "./Recording.ts"

/** A recorded world and the name of its file. */
export interface KeptWorld {
  readonly name: string
  readonly recording: Recording
}

const folder = join(import.meta.dirname, "worlds")

/** All recorded worlds, by their names. */
export const keptWorlds = (): ReadonlyArray<KeptWorld> =>
  readdirSync(folder).filter((file) => file.endsWith(".jsonl")).sort().map((file) => ({
    name: file.replace(/\.jsonl$/, ""),
    recording: readRecording(readFileSync(join(folder, file), "utf8"))
  }))
