/**
 * The table `declarations`: writes those of a window, and reads back those of a wallet. Texts are bound as values, for
 * they may hold anything.
 */
import { type DuckDBConnection, DuckDBDecimalValue, type DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import type { Declaration } from "../../../domain/Declaration.ts"
import * as Money from "../../../domain/Money.ts"
import { dayFromNumber } from "../../../domain/Period.ts"
import type { Currency, WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import { declaredFields, type DeclaredRecord } from "../../plan/declarations.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { instant } from "./commitSql.ts"

/** Writes the declarations that come with a window. */
export const writeDeclarations = (
  session: Session,
  { runId, walletNo }: StatementWindow,
  declared: ReadonlyArray<DeclaredRecord>,
  { committedAt, sequence }: CommitStamp
): Effect.Effect<void, SinkError> =>
  Effect.forEach(declared, (record) => {
    const values = declaredFields(record).map(([, value]) => value)
    return session.run(
      `INSERT INTO declarations VALUES (${sequence}, ${quoteText(walletNo)}, ${
        values.map((_, index) => `$${index + 1}`).join(", ")
      }, ${quoteText(runId)}, ${instant(committedAt)})`,
      values
    )
  }, { discard: true })

/** The declarations of a wallet, in the order in which they came. */
export const readDeclarations = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<Declaration>> =>
  askRows(
    connection,
    `SELECT kind, currency, day - DATE '1970-01-01', side, balance, source, settings, "rows",
         from_day - DATE '1970-01-01', to_day - DATE '1970-01-01'
       FROM declarations WHERE wallet_no = ${quoteText(walletNo)} ORDER BY id`
  )
    .then((rows) => rows.map(declarationOf))

const declarationOf = (
  [kind, currency, day, side, balance, source, settings, rows, from, to]: ReadonlyArray<DuckDBValue>
): Declaration => {
  if (kind === "settings") return { kind, text: text(settings) }
  if (kind === "accepted") {
    return {
      kind,
      rows: Number(rows),
      days: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
    }
  }
  return {
    kind: "anchor",
    currency: currency === null ? null : (text(currency) as Currency),
    day: dayFromNumber(Number(day)),
    end: side === "closing" ? "closing" : "opening",
    balance: balance instanceof DuckDBDecimalValue ? Money.fromTenThousandths(balance.value) : null,
    source: text(source)
  }
}

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")
