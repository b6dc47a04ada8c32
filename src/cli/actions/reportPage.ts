/**
 * The page for people about a database: what is asked of it, put together and written.
 */
import { Clock, Effect } from "effect"
import { figuresOf } from "../../analytics/report/figuresOf.ts"
import { pageOf } from "../../analytics/report/page.ts"
import type { Told } from "../../analytics/report/Report.ts"
import { dayOfLocalTime, formatDay } from "../../domain/Period.ts"
import { Database, type DatabaseReader, layerDuckDbReadOnly } from "../../sink/duckdb/index.ts"
import { counted } from "../output/counted.ts"
import { sizeText } from "../output/sizeText.ts"
import { namedWallets } from "./namedWallets.ts"
import { notedFindings, overAmong } from "./notedFindings.ts"
import { pageKindOf } from "./pageKind.ts"
import { clockOf, reportedIn } from "./reported.ts"
import { refuseUnfit, writeText } from "./writtenFile.ts"

/** What a page is about, and of when the copy is that is read in the file's place. */
interface Asked {
  readonly copyOf: { readonly at: number | null } | null
  readonly wallet: ReadonlyArray<string>
  readonly asked: { readonly from: string | null; readonly to: string | null }
}

/** A page about all that a file holds. */
export const ofAll: Asked = { copyOf: null, wallet: [], asked: { from: null, to: null } }

/** Writes the page about the database at a path, and gives what is to be said of it. */
export const writtenPage = Effect.fnUntraced(function*(out: string, path: string, { asked, copyOf, wallet }: Asked) {
  yield* refuseUnfit(out, pageKindOf("report"))
  const database = yield* Database.openReadOnly(path)
  const wallets = yield* namedWallets(database, wallet)
  const figures = yield* figuresOf(database, { wallets, ...asked })
  const told = yield* Effect.provide(toldOf(database), layerDuckDbReadOnly({ path }))
  const text = pageOf({ ...figures, asked, told, madeAt: yield* Clock.currentTimeMillis, copyOf })
  yield* writeText(out, text)
  return `${out}: report of ${counted(wallets.length, "wallet", "wallets")}, ${sizeText(Buffer.byteLength(text))}. ` +
    "Open it in a browser; it needs nothing else, and prints on A4."
}, Effect.scoped)

/** The last report that tells of each wallet, and the settings that its windows declare. */
const reports = `
WITH told AS (
  SELECT unnest(wallets) AS wallet_no, report, rowid AS place FROM runs WHERE report IS NOT NULL
), last AS (FROM told QUALIFY row_number() OVER (PARTITION BY wallet_no ORDER BY place DESC) = 1)
SELECT w.wallet_no, l.report,
  (SELECT arg_max(settings, id) FROM declarations d WHERE d.wallet_no = w.wallet_no AND d.kind = 'settings')
FROM (SELECT DISTINCT wallet_no FROM statement_windows) w LEFT JOIN last l ON l.wallet_no = w.wallet_no`

const toldOf = Effect.fnUntraced(function*(database: DatabaseReader) {
  const { rows } = yield* database.query(reports)
  const noted = Map.groupBy(yield* notedFindings(database), ({ wallet }) => wallet)
  const all = rows.map(([wallet = "", report = null, settings = null]) => ({ wallet: wallet ?? "", report, settings }))
  const reported = yield* reportedIn(all)
  return new Map(all.map(({ settings, wallet }): readonly [string, Told] => {
    const of = reported.get(wallet)
    const clock = clockOf(settings)
    const dayAt = (millis: number) => formatDay(dayOfLocalTime(clock?.localTimeAt(millis) ?? millis))
    const over = overAmong(noted.get(wallet) ?? [], of?.findings ?? [])
    return [wallet, {
      remark: of === undefined || of.remark === "" ? null : of.remark,
      findings: of?.findings ?? [],
      over: over.map(({ amount, currency, endedAt, foundAt, from, id, kind, to }) => ({
        amount,
        currency,
        from,
        id,
        kind,
        to,
        foundOn: dayAt(foundAt),
        endedOn: endedAt === null ? null : dayAt(endedAt)
      })),
      zone: clock?.zone ?? null
    }]
  }))
})
