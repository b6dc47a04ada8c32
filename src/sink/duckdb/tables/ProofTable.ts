/**
 * The table `proofs`: what is proven of each currency of a wallet. They are conclusions, so they are replaced and not
 * kept.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import { type Day, dayFromNumber } from "../../../domain/Period.ts"
import type { Proof } from "../../../domain/Proof.ts"
import type { Currency, WalletNo } from "../../../domain/Wallet.ts"
import type { WalletConclusions } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { dayLiteral, instant } from "./commitSql.ts"

/** Puts what is proven in the place of what was proven of the wallet before. */
export const writeProofs = Effect.fnUntraced(
  function*(
    session: Session,
    { proofs, runId, walletNo }: Omit<WalletConclusions, "gaps">,
    { committedAt }: Pick<CommitStamp, "committedAt">
  ): Effect.fn.Return<void, SinkError> {
    const rows = proofs.map(({ currency, from, openingKnown, quietSince, to }) =>
      `(${
        [
          quoteText(walletNo),
          currency === null ? "NULL" : quoteText(currency),
          dayLiteral(from),
          dayLiteral(to),
          dayLiteral(quietSince),
          openingKnown,
          instant(committedAt),
          quoteText(runId)
        ].join(", ")
      })`
    )
    yield* session.run(`DELETE FROM proofs WHERE wallet_no = ${quoteText(walletNo)}`)
    if (rows.length > 0) yield* session.run(`INSERT INTO proofs VALUES ${rows.join(", ")}`)
  }
)

/** What is proven of a wallet, in the order of currencies. */
export const readProofs = (connection: DuckDBConnection, walletNo: WalletNo): Promise<ReadonlyArray<Proof>> =>
  askRows(
    connection,
    `SELECT currency, proven_from - DATE '1970-01-01', proven_to - DATE '1970-01-01',
         quiet_since - DATE '1970-01-01', opening_known FROM proofs
       WHERE wallet_no = ${quoteText(walletNo)} ORDER BY currency NULLS FIRST`
  )
    .then((rows) =>
      rows.map(([currency, from, to, quietSince, openingKnown]) => ({
        currency: typeof currency === "string" ? (currency as Currency) : null,
        from: day(from),
        to: day(to),
        quietSince: day(quietSince),
        openingKnown: openingKnown === true
      }))
    )

const day = (value: DuckDBValue | undefined): Day | null =>
  value === null || value === undefined ? null : dayFromNumber(Number(value))
