import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import { withHooks } from "../../../src/cli/hooks/withHooks.ts"
import { settingsProvider } from "../../../src/settings/provider.ts"
import { folder } from "../settings.ts"

/** What stands on stderr behind a pull that ended well, by the lines of a configuration file. */
const toldBy = Effect.fnUntraced(function*(lines: string) {
  const config = join(yield* folder, "books.toml")
  writeFileSync(config, lines, { mode: 0o600 })
  const write = vi.spyOn(process.stderr, "write").mockImplementation((_text, ...others) => {
    for (const then of others) if (typeof then === "function") then()
    return true
  })
  yield* withHooks(false, Effect.succeed({ code: 0, document: {} })).pipe(
    Effect.exit,
    Effect.provide(ConfigProvider.layer(settingsProvider({ flags: { CONFIG: config }, environment: {} })))
  )
  const told = write.mock.calls.map(([text]) => String(text)).join("")
  write.mockRestore()
  return told.replaceAll(config, "FILE")
}, Effect.scoped)

describe("those who hear of a pull's end", () => {
  it.live("are named by the line that names them, when they could not be told", () =>
    Effect.gen(function*() {
      const report = yield* toldBy(`\non_result_command = "no-such-program"`)
      assert.match(report, /^FILE, line 2: on_result_command did not take the report of this pull: it could not/)
      const monitor = yield* toldBy(`heartbeat_url_command = "printf http://127.0.0.1:9/canary"`)
      assert.match(
        monitor,
        /^The monitor of FILE, line 1: heartbeat_url_command was not told that all is well: it can't/
      )
      assert.notInclude(monitor, "canary")
    }), 20_000)
})
