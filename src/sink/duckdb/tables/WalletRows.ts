/**
 * What is known of a wallet's rows without asking the file, which nobody else writes: the days within which they stand, and
 * their ids. It may know of rows that were not kept in the end, never of fewer than there are.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { dayFromNumber, hull, length, overlap, type Period } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import { unmatchedIds } from "../../plan/windowDiff.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Sought } from "../../store/Store.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { KnownIds } from "../vectors/KnownIds.ts"
import { loadIds } from "../vectors/loadIds.ts"

/** So many times looking for a window's ids in the file takes about as long as reading all of them once. */
const manySearches = 6

/** What is known of one wallet's rows. */
export class WalletRows {
  /** Days within which all of them stand; undefined when there is none. */
  private days: Period | undefined
  /** All their ids; undefined when the file must be asked. */
  private ids: KnownIds | undefined

  private constructor(days: Period | undefined) {
    this.days = days
    this.ids = days === undefined ? new KnownIds() : undefined
  }

  /** Asks the file once. */
  static readonly load = (session: Session, walletNo: WalletNo): Effect.Effect<WalletRows, SinkError> =>
    Effect.map(session.ask((open) => readRowDays(open, walletNo)), (days) => new WalletRows(days))

  /** Whether there may be any on some days. */
  mayHave(days: Period): boolean {
    return this.days !== undefined && overlap(this.days, days) !== undefined
  }

  /** Takes note of days that got rows. */
  add(days: Period): void {
    this.days = hull([this.days ?? days, days])
  }

  /** The ids of a window's rows that the file has to be asked for; the others are known from now on. */
  readonly askedFor = Effect.fnUntraced(
    function*(
      this: WalletRows,
      session: Session,
      window: StatementWindow,
      { idPrints, ids }: Sought
    ): Effect.fn.Return<ReadonlySet<string>, SinkError> {
      if (this.needsIds(window)) this.ids = yield* session.ask((open) => loadIds(open, window.walletNo))
      if (ids === undefined && idPrints !== undefined && this.ids?.addAll(idPrints) === true) return new Set()
      const asked = new Set<string>()
      for (const txnId of ids ?? unmatchedIds(window.rows, [])) if (this.ids?.add(txnId) !== true) asked.add(txnId)
      return asked
    }
  )

  /** Whether a window of new days begins a pull that is better served by knowing all ids than by asking for each window's. */
  private needsIds({ asked, days }: Pick<StatementWindow, "asked" | "days">): boolean {
    return this.ids === undefined && !this.mayHave(days) && (asked.to - days.from + 1) / length(days) >= manySearches
  }
}

const readRowDays = (connection: DuckDBConnection, walletNo: WalletNo): Promise<Period | undefined> =>
  askRows(
    connection,
    `SELECT min(local_time)::DATE - DATE '1970-01-01', max(local_time)::DATE - DATE '1970-01-01' FROM transactions
       WHERE wallet_no = ${quoteText(walletNo)}`
  )
    .then(([[from = null, to = null] = []]) =>
      from === null || to === null
        ? undefined
        : { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
    )
