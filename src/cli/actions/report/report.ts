/**
 * The work of `report`: one HTML file about the wallets of the database, from the file or a copy of it.
 */
import { Effect, Option } from "effect"
import { formatDay, parseDay } from "../../../domain/Period.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { printData } from "../../output/output.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import { writtenPage } from "../reportPage.ts"
import { refuseUnfit } from "../writtenFile.ts"
import { browserIn, pdf as pdfKind, printPdf } from "./pdf.ts"

/** Where the page goes, and what it is about: no wallet named is all, no day is as far as rows are loaded. */
export interface ReportInput {
  readonly out: string
  readonly wallet: ReadonlyArray<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  /** Where the page goes as PDF, too. */
  readonly pdf: Option.Option<string>
}

/** Reads the figures and writes the page. */
export const report = Effect.fnUntraced(
  function*({ from, out, pdf, to, wallet }: ReportInput) {
    const asked = { from: yield* dayOf("--from", from), to: yield* dayOf("--to", to) }
    if (asked.from !== null && asked.to !== null && asked.to < asked.from) {
      return yield* wrong(`--to is ${asked.to}, before the first day, --from, which is ${asked.from}.`)
    }
    const printing = Option.isNone(pdf) ? null : { to: pdf.value, browser: yield* browserIn(process.env["PATH"]) }
    if (printing !== null) yield* refuseUnfit(printing.to, pdfKind)
    yield* printData(
      yield* readFileOrCopy((path, copy) => writtenPage(out, path, { copyOf: copy && { at: copy.at }, wallet, asked }))
    )
    if (printing === null) return
    yield* printPdf(printing.browser, out, printing.to)
    yield* printData(`${printing.to}: the same as PDF, printed by ${printing.browser}.`)
  },
  Effect.scoped,
  Effect.provide([layerCopies, layerDatabase])
)

const wrong = (message: string): CommandEnd => new CommandEnd({ code: exitCode.usage, message })

const dayOf = Effect.fnUntraced(
  function*(flag: string, given: Option.Option<string>): Effect.fn.Return<string | null, CommandEnd> {
    if (Option.isNone(given)) return null
    const day = parseDay(given.value.trim())
    if (day !== undefined) return formatDay(day)
    return yield* wrong(
      `${flag} is ${JSON.stringify(given.value)}, but a day that exists, written YYYY-MM-DD, is wanted.`
    )
  }
)
