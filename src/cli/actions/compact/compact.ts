/**
 * The work of `compact`: the file without what it no longer needs.
 */
import { Effect } from "effect"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerDatabase } from "../../../settings/Settings.ts"
import { compactFile } from "../../../sink/duckdb/index.ts"
import { waitForLock } from "../../../sink/duckdb/waitForLock.ts"
import { printData, printJson, printNotice } from "../../output/output.ts"
import { sizeText } from "../../output/sizeText.ts"
import { tellingWait } from "../tellingWait.ts"

/** Writes the file of the settings anew and tells what that saved. */
export const compact = Effect.fnUntraced(
  function*(json: boolean) {
    const { allowGroup, path, wait } = yield* DatabaseSettings
    const compacting = compactFile({
      path,
      allowGroup,
      onBegin: ({ bytes }) =>
        printNotice(`${path} is written anew beside itself, which may take ${sizeText(bytes)} meanwhile.`)
    })
    const { after, before } = yield* waitForLock(compacting, wait && { atMost: wait }).pipe(
      tellingWait("compact", wait)
    )
    if (json) return yield* printJson({ file: path, before, after, saved: before - after })
    yield* printData(
      after < before
        ? `${path}: ${sizeText(before)} → ${sizeText(after)}`
        : `${path}: ${sizeText(before)}; it holds nothing that it does not need, and stays as it is`
    )
  },
  Effect.scoped,
  Effect.provide(layerDatabase)
)
