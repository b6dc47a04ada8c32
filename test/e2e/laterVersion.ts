// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The program of a later version, whose files have one step more.
 */
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import config from "../../rolldown.config.ts"
import { root } from "./program.ts"

const laterStep = "  { name: \"a step of a later version\" }\n"

const withLaterStep = {
  name: "a-later-step",
  transform: (source: string, id: string) =>
    id.endsWith("/sink/duckdb/file/migrations.ts")
      ? source.replace(/(const migrations[^\n]*\[\n[\s\S]*?)\n\]\n/, `$1,\n${laterStep}]\n`)
      : undefined
}

/** Builds it into a folder; its path. */
export const buildLaterVersion = async (folder: string): Promise<string> => {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  for (const { output, plugins, ...input } of config) {
    const built = await rolldown({ ...input, cwd: root, plugins: [plugins, withLaterStep] })
    await built.write({ ...output, dir: folder })
    await built.close()
  }
  return join(folder, "bin.js")
}
