/**
 * The work of `publish`: copies for readers, at any time.
 */
import { Effect, Layer } from "effect"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { PublishSettings } from "../../../settings/PublishSettings.ts"
import { missing } from "../../../settings/setting.ts"
import { layerDatabase, layerPublish } from "../../../settings/Settings.ts"
import { waitForLock } from "../../../sink/duckdb/waitForLock.ts"
import { printData, printJson } from "../../output/output.ts"
import { publishedLines, publishTo } from "../publishAll.ts"
import { tellingWait } from "../tellingWait.ts"

/** Publishes to every place of the settings, and tells what came of it. */
export const publish = Effect.fnUntraced(function*(json: boolean) {
  const { wait } = yield* DatabaseSettings
  const { targets } = yield* PublishSettings
  if (targets.length === 0) {
    return yield* missing("PUBLISH", "where the copy goes, as in `wallet-statement publish readers.duckdb`")
  }
  const published = yield* Effect.forEach(targets, (target) => waitForLock(publishTo(target), wait && { atMost: wait }))
    .pipe(tellingWait("publish", wait))
  yield* json ? printJson({ published }) : printData(publishedLines(published).join("\n"))
}, Effect.provide(Layer.merge(layerDatabase, layerPublish)))
