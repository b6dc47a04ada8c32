/**
 * The table `declarations`: writes those of a window, and reads back those of a wallet. Texts are bound as values, for
 * they may hold anything.
 */
import { type DuckDBConnection, DuckDBDecimalValue, DuckDBTimestampTZValue, type DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import type { Declaration } from "../../../domain/Declaration.ts"
import type { FindingKind } from "../../../domain/Finding.ts"
import * as Money from "../../../domain/Money.ts"
import { dayFromNumber } from "../../../domain/Period.ts"
import type { Currency, WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import { declaredFields, type DeclaredRecord, ownFields } from "../../plan/declarations.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { decisionColumns } from "../schema/laterTables.ts"
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
    const fields = [...declaredFields(record), ...ownFields(record)]
    return session.run(
      `INSERT INTO declarations (sequence, wallet_no, ${
        fields.map(([name]) => `"${name}"`).join(", ")
      }, run_id, "at") VALUES (${sequence}, ${quoteText(walletNo)}, ${
        fields.map((_, index) => `$${index + 1}`).join(", ")
      }, ${quoteText(runId)}, ${instant(committedAt)})`,
      fields.map(([, value]) => value)
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
         from_day - DATE '1970-01-01', to_day - DATE '1970-01-01', "at", decision, finding, finding_kind, amount, decided_by, reason,
         format, place, unproven, up_to, exported_by, sequence
       FROM declarations WHERE wallet_no = ${quoteText(walletNo)} ORDER BY id`
  )
    .then((rows) => rows.map(declarationOf))

const declarationOf = (row: ReadonlyArray<DuckDBValue>): Declaration => {
  const [kind, currency, day, side, balance, source, settings, rows, from, to, at, ...own] = row
  const days = { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
  switch (kind) {
    case "settings":
      return { kind, text: text(settings) }
    case "accepted":
      return { kind, rows: Number(rows), days, source: textOrNull(source) }
    case "decision": {
      const [decided, finding, findingKind, amount, by, reason] = own
      return {
        kind,
        decision: decided === "accepted" ? "accepted" : "reopened",
        finding: text(finding),
        findingKind: text(findingKind) as FindingKind,
        days,
        currency: textOrNull(currency) as Currency | null,
        amount: money(amount),
        count: rows === null ? null : Number(rows),
        by: text(by),
        reason: textOrNull(reason),
        sequence: Number(own.at(-1)),
        at: millis(at)
      }
    }
    case "export": {
      const [format, place, unproven, upTo, by] = own.slice(ofDecision)
      return {
        kind,
        format: text(format),
        days,
        currency: textOrNull(currency) as Currency | null,
        rows: Number(rows),
        closing: money(balance),
        place: text(place),
        unproven: unproven === true,
        upTo: Number(upTo),
        by: text(by),
        at: millis(at)
      }
    }
    case "proven":
      return {
        kind,
        days,
        currency: textOrNull(currency) as Currency | null,
        sequence: Number(own.at(-1)),
        at: millis(at)
      }
    default:
      return {
        kind: "anchor",
        currency: textOrNull(currency) as Currency | null,
        day: dayFromNumber(Number(day)),
        end: side === "closing" ? "closing" : "opening",
        balance: money(balance),
        source: text(source)
      }
  }
}

/** The columns of a decision stand before those of an export. */
const ofDecision = decisionColumns.length

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")

const textOrNull = (value: DuckDBValue | undefined): string | null => (typeof value === "string" ? value : null)

/** A time that no calendar has is none; `verify` tells of it. */
const millis = (value: DuckDBValue | undefined): number => {
  const found = value instanceof DuckDBTimestampTZValue ? Number(value.micros) / 1000 : 0
  return Math.abs(found) <= 8.64e15 ? found : 0
}

const money = (value: DuckDBValue | undefined): Money.Money | null =>
  value instanceof DuckDBDecimalValue ? Money.fromTenThousandths(value.value) : null
