/**
 * The work of `probe`: measures what the interface leaves open on the real service, and prints the settings to use.
 */
import { Effect, Option } from "effect"
import { format } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import { type OnAsk, probe as measure, type ProbeReport } from "../../../pipeline/Probe.ts"
import { orderOf } from "../../../plan/probe/RowOrder.ts"
import { PullSettings } from "../../../settings/PullSettings.ts"
import * as Settings from "../../../settings/Settings.ts"
import { TransportSettings } from "../../../settings/TransportSettings.ts"
import { withPlaces } from "../../../settings/withPlaces.ts"
import { codeOfRefusal, CommandEnd, exitCode, wrongUsage } from "../../ending/exit.ts"
import { briefly } from "../../output/briefly.ts"
import { printData, printJson, printNotice } from "../../output/output.ts"
import { layerService } from "../load.ts"
import { measuresOf, probeText, settingsOf } from "./probeText.ts"

const most = 1000

/** Enough for a hiccup, and for what a limit refuses at first; a service that is down is told soon. */
const mostAttempts = 4

/** Probes a wallet over Node's sockets. */
export const measured = (walletNo: WalletNo, requests: number, onAsk: OnAsk) =>
  measure(walletNo, requests, onAsk).pipe(
    Effect.provide(layerService(false)),
    Effect.updateService(TransportSettings, (settings) => ({
      ...settings,
      maxAttempts: Math.min(settings.maxAttempts, mostAttempts)
    }))
  )

/** How the command ends after a probe: undefined when all went well. */
export const endOf = ({ ended, rows }: ProbeReport): CommandEnd | undefined => {
  if (typeof ended === "object") {
    const message = `${briefly(ended)}\n\`wallet-statement check\` shows step by step how far one gets.`
    return new CommandEnd({ code: codeOfRefusal(ended), message })
  }
  if (rows === 0) {
    const message =
      "There are no rows in the days that were asked for, so there was nothing to measure. Name days that " +
      "have rows with --from and --to."
    return new CommandEnd({ code: exitCode.failed, message })
  }
  return undefined
}

const jsonOf = (report: ProbeReport, error: string | null) => {
  const known = report.answers > 0
  return {
    wallet: report.walletNo,
    ended: typeof report.ended === "string" ? report.ended : "failed",
    error,
    requests: report.requestLimit,
    rows: report.rows,
    answers: report.answers,
    order: { kind: orderOf(report.steps), ...report.steps },
    dateBounds: report.habit ?? null,
    answerLimit: { ...report.answerLimit, mostAsked: report.mostAsked },
    kept: report.kept,
    writing: report.writing,
    measures: known ? measuresOf(report) : [],
    settings: known ? settingsOf(report) : {}
  }
}

/** Probes with at most so many requests and tells what was found. */
export const probe = Effect.fnUntraced(function*(input: { readonly requests: number; readonly json: boolean }) {
  if (input.requests < 2 || input.requests > most) {
    return yield* wrongUsage(`--requests must be a whole number from 2 to ${most}.`)
  }
  const { from, to, wallets } = yield* PullSettings
  if (Option.isSome(from) && Option.isSome(to) && from.value > to.value) {
    return yield* wrongUsage("The last day lies before the first: exchange --from and --to.")
  }
  const walletNo = wallets[0]?.walletNo
  if (walletNo === undefined) return yield* wrongUsage("There is no wallet to ask about: name one with --wallet.")
  yield* printNotice(
    `Probing wallet ${walletNo} with at most ${input.requests} requests, logins and retries included. Nothing is written.`
  )
  const report = yield* measured(
    walletNo,
    input.requests,
    (asked, limit, sent) =>
      printNotice(`  ${sent} of ${input.requests} made; asking for ${format(asked)}, limit ${limit}`)
  )
  const ended = endOf(report)
  const end = ended && new CommandEnd({ code: ended.code, message: yield* withPlaces(ended.message) })
  if (input.json) {
    yield* printJson(jsonOf(report, end?.message ?? null))
    if (end === undefined) return
    yield* printNotice(end.message, "ERROR")
    return yield* new CommandEnd({ code: end.code, message: "" })
  }
  if (report.rows > 0) yield* printData(probeText(report))
  if (end !== undefined) return yield* end
  if (report.ended === "requests-used-up") {
    yield* printNotice("The requests were used up before all was measured; --requests allows more.")
  }
}, Effect.provide(Settings.layer))
