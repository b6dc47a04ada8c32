/**
 * The work of `report`: one HTML file about the wallets of the database, from the file or a copy of it.
 */
import { Clock, Effect, Layer, Option } from "effect"
import { figuresOf } from "../../../analytics/report/figuresOf.ts"
import { pageOf } from "../../../analytics/report/page.ts"
import type { Told } from "../../../analytics/report/Report.ts"
import { formatDay, parseDay } from "../../../domain/Period.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { Database, type DatabaseReader, layerDuckDbReadOnly } from "../../../sink/duckdb/index.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { counted } from "../../output/counted.ts"
import { printData } from "../../output/output.ts"
import { sizeText } from "../../output/sizeText.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import { clockOf, reportedIn } from "../reported.ts"
import { walletNosIn } from "../walletNosIn.ts"
import { type FileKind, refuseUnfit, writeText } from "../writtenFile.ts"
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

const page: FileKind = { beginning: "<!doctype html", name: "HTML page" }

/** Reads the figures and writes the page. */
export const report = Effect.fnUntraced(
  function*({ from, out, pdf, to, wallet }: ReportInput) {
    const asked = { from: yield* dayOf("--from", from), to: yield* dayOf("--to", to) }
    if (asked.from !== null && asked.to !== null && asked.to < asked.from) {
      return yield* wrong(`--to is ${asked.to}, before the first day, --from, which is ${asked.from}.`)
    }
    yield* refuseUnfit(out, page)
    const printing = Option.isNone(pdf) ? null : { to: pdf.value, browser: yield* browserIn(process.env["PATH"]) }
    if (printing !== null) yield* refuseUnfit(printing.to, pdfKind)
    const { copy, database, sink } = yield* readFileOrCopy((path, copy) =>
      Effect.gen(function*() {
        const database = yield* Database.openReadOnly(path)
        return { copy, database, sink: yield* Layer.build(layerDuckDbReadOnly({ path })) }
      })
    )
    const wallets = yield* namedOf(yield* walletNosIn(database), wallet)
    const figures = yield* figuresOf(database, { wallets, ...asked })
    const told = yield* Effect.provideContext(toldOf(database), sink)
    const madeAt = yield* Clock.currentTimeMillis
    const text = pageOf({ ...figures, asked, told, madeAt, copyOf: copy && { at: copy.at } })
    yield* writeText(out, text)
    yield* printData(
      `${out}: report of ${counted(wallets.length, "wallet", "wallets")}, ${sizeText(Buffer.byteLength(text))}. ` +
        "Open it in a browser; it needs nothing else, and prints on A4."
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

const namedOf = Effect.fnUntraced(
  function*(
    held: ReadonlyArray<string>,
    named: ReadonlyArray<string>
  ): Effect.fn.Return<ReadonlyArray<string>, CommandEnd> {
    const unknown = named.find((walletNo) => !held.includes(walletNo))
    if (unknown === undefined) return named.length === 0 ? held : held.filter((walletNo) => named.includes(walletNo))
    return yield* wrong(
      `The file holds no wallet ${JSON.stringify(unknown)}: \`wallet-statement status\` lists those that it holds.`
    )
  }
)

/** The last report that tells of each wallet, and the settings that its windows declare. */
const reports = `
WITH told AS (
  SELECT unnest(wallets) AS wallet_no, report, rowid AS place FROM runs WHERE report IS NOT NULL
), last AS (FROM told QUALIFY row_number() OVER (PARTITION BY wallet_no ORDER BY place DESC) = 1)
SELECT w.wallet_no, l.report,
  (SELECT arg_max(settings, id) FROM declarations d WHERE d.wallet_no = w.wallet_no AND d.kind = 'settings')
FROM (SELECT DISTINCT wallet_no FROM statement_windows) w LEFT JOIN last l ON l.wallet_no = w.wallet_no`

const toldOf = Effect.fnUntraced(function*({ query }: DatabaseReader) {
  const { rows } = yield* query(reports)
  const all = rows.map(([wallet = "", report = null, settings = null]) => ({ wallet: wallet ?? "", report, settings }))
  const reported = yield* reportedIn(all)
  return new Map(all.map(({ settings, wallet }): readonly [string, Told] => {
    const of = reported.get(wallet)
    return [wallet, {
      remark: of === undefined || of.remark === "" ? null : of.remark,
      findings: of?.findings ?? [],
      zone: clockOf(settings)?.zone ?? null
    }]
  }))
})
