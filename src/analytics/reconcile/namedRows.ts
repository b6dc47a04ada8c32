/**
 * Rows as people name them: one of the statement by its id, or `ID#1` where its leg is not 0; one of the books by its id or its line.
 */
import { Effect } from "effect"
import { printable } from "../../domain/printable.ts"
import type { DecidedRow } from "../../domain/RowDecision.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { type DecisionRefused, decisionRefused } from "./DecisionRefused.ts"

/** A row that a name means, and the numbers of those that are as good. */
export interface NamedRow {
  readonly row: DecidedRow
  /** Of rows of the books; the one that was named comes first. */
  readonly bids: ReadonlyArray<number>
}

const shown = (name: string): string => JSON.stringify(printable(name, 60))

/** The current row of the statement that a name means, of one wallet where one is given. */
export const namedInStatement = Effect.fnUntraced(
  function*(
    { query }: DatabaseReader,
    name: string,
    wallet: string | null
  ): Effect.fn.Return<NamedRow, SinkError | DecisionRefused> {
    const [, id = "", leg = ""] = /^(.*)#(\d{1,9})$/s.exec(name) ?? []
    const { rows } = yield* query(
      `SELECT wallet_no, txn_id, leg, strftime(local_time, '%Y-%m-%d %H:%M:%S'), signed_amount::VARCHAR, currency
      FROM current_transactions WHERE ((txn_id = ${quoteText(name)} AND leg = 0)${
        leg === "" ? "" : ` OR (txn_id = ${quoteText(id)} AND leg = ${Number(leg)})`
      })${wallet === null ? "" : ` AND wallet_no = ${quoteText(wallet)}`} ORDER BY wallet_no, leg LIMIT 2`
    )
    const [found, ...others] = rows
    if (found === undefined) {
      return yield* decisionRefused(
        `The statement has no row ${
          shown(name)
        }: \`wallet-statement reconcile --against FILE\` names them, FILE with the books.`
      )
    }
    if (others.length > 0) {
      return yield* decisionRefused(
        `The statement has several rows ${shown(name)}: say with --wallet which wallet's is meant.`
      )
    }
    const [walletNo = null, txnId = null, itsLeg, time, amount, currency = null] = found
    return {
      row: {
        side: "statement",
        wallet: walletNo,
        id: txnId,
        leg: Number(itsLeg),
        time: time ?? "",
        amount: amount ?? "",
        currency,
        reference: null,
        foundBy: "id",
        alike: 1
      },
      bids: []
    }
  }
)

const ofLine = (text: string): string => (/^\d{1,15}$/.test(text) ? `line = ${text}` : "false")

/** What a name of the books may mean; the first that a row fits counts. */
const meanings = (name: string): ReadonlyArray<string> => {
  const [, kind = "", rest = ""] = /^(line|id):(.*)$/s.exec(name) ?? []
  if (kind === "line") return [ofLine(rest)]
  if (kind === "id") return [`id = ${quoteText(rest)}`]
  return [`id = ${quoteText(name)} OR (id IS NULL AND ${ofLine(name)})`, ofLine(name)]
}

/** The row of the table `books` that a name means. */
export const namedInBooks = Effect.fnUntraced(
  function*({ ask }: Workspace, name: string): Effect.fn.Return<NamedRow, SinkError | DecisionRefused> {
    for (const meaning of meanings(name)) {
      const rows = yield* ask(
        `SELECT bid::DOUBLE, line::DOUBLE, id, strftime(moment, '%Y-%m-%d %H:%M:%S'), amount::VARCHAR, reference, currency, wallet
        FROM books WHERE ${meaning} ORDER BY line LIMIT 10`
      )
      const [found, ...others] = rows
      if (found === undefined) continue
      if (others.length > 0) {
        return yield* decisionRefused(
          `The books have several rows ${shown(name)}, in lines ${
            rows.map(([, line]) => String(line)).join(", ")
          }: name the one that is meant, such as --books line:${String(found[1])}.`
        )
      }
      const [bid, , ...values] = found
      const [id = null, time = null, amount = null, reference = null, currency = null, wallet = null] = values.map(
        (value) => (value === null ? null : String(value))
      )
      const [[ofId = 0] = []] = id === null
        ? []
        : yield* ask(`SELECT count(*)::INTEGER FROM books WHERE id = ${quoteText(id)}`)
      const alike = ofId === 1 ? [] : yield* ask(
        `SELECT b.bid::DOUBLE FROM books b JOIN books n ON n.bid = ${String(bid)} AND b.bid <> n.bid
          AND b.moment = n.moment AND b.amount = n.amount AND b.id IS NOT DISTINCT FROM n.id
          AND b.reference IS NOT DISTINCT FROM n.reference AND b.currency IS NOT DISTINCT FROM n.currency
          AND b.wallet IS NOT DISTINCT FROM n.wallet ORDER BY b.line`
      )
      return {
        row: {
          side: "books",
          wallet,
          id,
          leg: null,
          time: time ?? "",
          amount: amount ?? "",
          currency,
          reference,
          foundBy: ofId === 1 ? "id" : "contents",
          alike: 1 + alike.length
        },
        bids: [Number(bid), ...alike.map(([other]) => Number(other))]
      }
    }
    return yield* decisionRefused(
      `The books have no row ${
        shown(name)
      }: name it by its id or its line, as \`wallet-statement reconcile --against FILE\` does.`
    )
  }
)
