/**
 * Days of the period that no complete answer covers: what the books have there need not be in the statement.
 */
import { Effect } from "effect"
import { formatDay, length, outside, parse, type Period } from "../../domain/Period.ts"
import { printable } from "../../domain/printable.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import { loadedDays, numberedDays } from "../../sink/duckdb/schema/sumViews.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Part } from "./decisions.ts"
import { ofWallet } from "./leftOut.ts"

/** Days of a wallet that were never loaded, were not over when they were asked for, or are cut off, in as few periods as hold them. */
export interface MissingDays {
  readonly wallet: string
  readonly days: ReadonlyArray<Period>
}

/** Reads them for each wallet of the part that the file knows. */
export const readMissingDays = (
  { query }: Pick<DatabaseReader, "query">,
  { period, wallet }: Part
): Effect.Effect<ReadonlyArray<MissingDays>, SinkError> =>
  query(
    `WITH ${loadedDays}, ${numberedDays}, known AS (SELECT DISTINCT wallet_no AS wallet FROM statement_windows)
    SELECT k.wallet, min(n.day)::VARCHAR, max(n.day)::VARCHAR FROM known k LEFT JOIN numbered n ON n.wallet_no = k.wallet
    WHERE ${ofWallet(wallet)} GROUP BY k.wallet, n.island ORDER BY k.wallet, min(n.day)`
  ).pipe(
    Effect.map(({ rows }) =>
      [...Map.groupBy(rows, ([wallet]) => wallet ?? "")].flatMap(([wallet, stretches]) => {
        const days = outside([period], stretches.flatMap(([, from, to]) => parse(from, to) ?? []))
        return days.length === 0 ? [] : [{ wallet, days }]
      })
    )
  )

/** So many stretches of a wallet's days are named. */
const mostStretches = 5

/** What is said of them, a sentence or two for each wallet. */
export const missingDaysTexts = (missingDays: ReadonlyArray<MissingDays>, period: Period): ReadonlyArray<string> =>
  missingDays.map(({ days, wallet }) => {
    const named = days.slice(0, mostStretches).map(({ from, to }) =>
      from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
    )
    const more = days.length - named.length
    const count = days.reduce((sum, each) => sum + length(each), 0)
    return `Wallet ${printable(wallet, 60)}: no complete answer covers ${
      count.toLocaleString("en-US")
    } of the period's ${length(period).toLocaleString("en-US")} days: ${named.join(", ")}${
      more === 0 ? "" : ` and ${more.toLocaleString("en-US")} more stretches`
    }. What the books have on such days need not be in the statement; \`wallet-statement pull\` with --wallet, --from and --to asks for them`
  })

/** What is said where no row is open. */
export const nothingOpenText = ({ missingDays }: { readonly missingDays: ReadonlyArray<MissingDays> }): string =>
  missingDays.length === 0 ? "Nothing is open." : "Nothing is open, as far as complete answers go."
