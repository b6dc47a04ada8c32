/**
 * The work of `check`: goes through everything a pull needs, step by step.
 */
import { Effect, Option, Result } from "effect"
import { type Stats, statSync } from "node:fs"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { PublishSettings, type PublishTarget } from "../../../settings/PublishSettings.ts"
import { placeOf } from "../../../settings/setting.ts"
import * as Settings from "../../../settings/Settings.ts"
import { SigningSettings } from "../../../settings/SigningSettings.ts"
import { withPlaces } from "../../../settings/withPlaces.ts"
import { fingerprint } from "../../../signer/fingerprint.ts"
import { Signer } from "../../../signer/Signer.ts"
import { Database, exposureOf, fileItself, placeProblem, writingProblem } from "../../../sink/duckdb/index.ts"
import { codeOfSinkError, CommandEnd, exitCode } from "../../ending/exit.ts"
import { dataColumns, printData, printJson, printNotice } from "../../output/output.ts"
import { checkService } from "./checkService.ts"
import type { Tell } from "./checkWay.ts"
import { bad, codeOfFindings, type Finding, findingJson, findingText, good } from "./Finding.ts"

const checkDatabase = Effect.fnUntraced(function*() {
  const { allowGroup = false, path: given } = yield* DatabaseSettings
  const itself = yield* Effect.result(fileItself(given))
  if (Result.isFailure(itself)) return bad("database", itself.failure.message, codeOfSinkError(itself.failure))
  const path = itself.success
  const unwritable = writingProblem(path)
  if (unwritable !== undefined) return bad("database", unwritable, exitCode.failed)
  if (statsOf(path) === undefined) return good("database", `${path} will be made by the first pull`)
  const opened = yield* Effect.result(Effect.scoped(Database.openReadOnly(path)))
  if (Result.isFailure(opened)) return bad("database", opened.failure.message, codeOfSinkError(opened.failure))
  const exposed = exposureOf(path, allowGroup)
  return exposed === undefined
    ? good("database", `${path} can be opened`)
    : bad("database", exposed, exitCode.usage)
})

/** A place that readers' copies go to; nothing is put there. */
const checkPlace = (target: PublishTarget) =>
  Effect.map(placeProblem(target), (problem) =>
    problem === undefined
      ? good("publish", `${target.path} can be written`)
      : bad("publish", `nothing can be published to ${target.path}: ${problem}`, exitCode.failed))

const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The key, which signs the later steps when it can be used. */
const checkKey = Effect.fnUntraced(function*(tell: Tell) {
  const made = yield* Effect.result(
    Effect.gen(function*() {
      const signer = yield* Signer
      const { privateKey } = yield* SigningSettings
      const key = privateKey._tag === "Command"
        ? `which ${yield* placeOf("SIGNER_COMMAND")} signs by, and whose key is not known here`
        : `public key SHA256:${fingerprint(yield* signer.publicKey)}`
      return { signer, key }
    }).pipe(Effect.provide(Signer.layerConfig))
  )
  if (Result.isFailure(made)) {
    yield* tell(bad("private key", made.failure.message, exitCode.usage))
    return Option.none()
  }
  const { key, signer } = made.success
  const details = signer.remark === undefined ? [] : [signer.remark]
  yield* tell({ ...good("private key", `${signer.algorithm}, ${key}`), details })
  return Option.some(signer)
})

const run = Effect.fnUntraced(function*(tell: Tell) {
  yield* tell(good("settings", "complete"))
  yield* tell(yield* checkDatabase())
  for (const target of (yield* PublishSettings).targets) yield* tell(yield* checkPlace(target))
  yield* checkService(tell, yield* checkKey(tell))
})

/** Goes through everything and tells each finding as soon as it is there; gives them all back. */
export const findings = Effect.fnUntraced(function*(show: Tell) {
  const found: Array<Finding> = []
  const tell: Tell = (told) =>
    Effect.gen(function*() {
      const finding = { ...told, text: yield* withPlaces(told.text) }
      found.push(finding)
      yield* show(finding)
    })
  yield* run(tell).pipe(
    Effect.provide(Settings.layer),
    Effect.catchTag(
      "SettingsError",
      ({ problems }) => Effect.forEach(problems, (problem) => tell(bad("settings", problem, exitCode.usage)))
    )
  )
  return found
})

/** Tells everything, as one document with `json`. */
export const check = Effect.fnUntraced(function*(json: boolean) {
  const found = yield* findings((finding) =>
    json
      ? printNotice(findingText(finding), finding.state === "failed" ? "ERROR" : "INFO")
      : printData(findingText(finding, dataColumns()))
  )
  const code = codeOfFindings(found)
  if (json) {
    yield* printJson({ ok: code === exitCode.complete, exitCode: code, findings: found.map(findingJson) })
  }
  if (code !== exitCode.complete) return yield* new CommandEnd({ code, message: "" })
})
