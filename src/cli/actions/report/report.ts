/**
 * The work of `report`: one HTML file about the wallets of the database, from the file or a copy of it.
 */
import { Effect, Option } from "effect"
import { formatDayOrNull } from "../../../domain/Period.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { printData } from "../../output/output.ts"
import { askedDays } from "../askedDays.ts"
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
    const days = yield* askedDays({ from, to })
    const asked = { from: formatDayOrNull(days.from), to: formatDayOrNull(days.to) }
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
