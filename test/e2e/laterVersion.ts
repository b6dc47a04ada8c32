/**
 * Loaded before the program's sources (`node --import`): they are those of a later version, whose files have one step more.
 */
import { registerHooks } from "node:module"

const laterStep = "  { name: \"a step of a later version\" }\n"

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith("/sink/duckdb/file/migrations.ts")) return loaded
    const source = String(loaded.source).replace(/(const migrations[^\n]*\[\n[\s\S]*?)\n\]\n/, `$1,\n${laterStep}]\n`)
    return { ...loaded, source }
  }
})
