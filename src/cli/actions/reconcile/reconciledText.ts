/**
 * What came of holding a statement against books, for people: what is open, then counts and totals that tie.
 */
import { Effect } from "effect"
import { matchedBeyondTexts } from "../../../analytics/reconcile/beyondPeriod.ts"
import type { FeeRule } from "../../../analytics/reconcile/feeRules.ts"
import { leftOutTexts } from "../../../analytics/reconcile/leftOut.ts"
import { missingDaysTexts, nothingOpenText } from "../../../analytics/reconcile/missingDays.ts"
import type { Reconciled } from "../../../analytics/reconcile/reconcile.ts"
import { ruledOutTexts } from "../../../analytics/reconcile/ruledOut.ts"
import { feesText } from "../../../analytics/reconcile/rulesText.ts"
import { acceptedTexts, passedOverTexts } from "../../../analytics/reconcile/settledByPeople.ts"
import { type OpenList, shownColumns, shownOf } from "../../../analytics/reconcile/shownLists.ts"
import {
  currenciesOf,
  openRowsOf,
  periodText,
  type SideSum,
  sumsOf,
  tiesOf
} from "../../../analytics/reconcile/sums.ts"
import { takenFeesTexts } from "../../../analytics/reconcile/takenFees.ts"
import { turnedSignsTexts } from "../../../analytics/reconcile/turnedSigns.ts"
import type { Workspace } from "../../../analytics/Workspace.ts"
import * as Money from "../../../domain/Money.ts"
import { printable } from "../../../domain/printable.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import { counted } from "../../output/counted.ts"
import { renderPlain, renderSparing } from "../../output/table.ts"
import { decisionsText } from "./decisionsText.ts"

/** So many members of a list are shown. */
const mostShown = 20

const headings: Readonly<Record<OpenList, string>> = {
  different: "Different amounts",
  doubtful: "Doubtful: no choice was made",
  statementOnly: "Only in the statement",
  booksOnly: "Only in the books"
}

const openLists: ReadonlyArray<OpenList> = ["different", "doubtful", "statementOnly", "booksOnly"]

const listText = Effect.fnUntraced(
  function*(workspace: Workspace, name: OpenList, width: number | undefined): Effect.fn.Return<string, SinkError> {
    const { count, rows } = yield* shownOf(workspace, name, mostShown)
    if (count === 0) return ""
    const columns = shownColumns[name].map((column) => ({
      name: column,
      type: column === "amount" || column === "difference" ? "DECIMAL(18,4)" : "VARCHAR"
    }))
    const table = renderSparing({ columns, rows }, ["line", "currency", "description", "reference"], width)
    const more = count > rows.length ? `\n${(count - rows.length).toLocaleString("en-US")} more: --json lists all` : ""
    return `${headings[name]} (${count.toLocaleString("en-US")})\n${table}${more}\n\n`
  }
)

const sideText = (
  { rows, total }: SideSum
): ReadonlyArray<string> => [rows.toLocaleString("en-US"), Money.format(total)]

const currencyText = (reconciled: Reconciled, currency: string | null): string => {
  const table = renderPlain(
    ["", "", "statement", "total", "books", "total", "difference"],
    sumsOf(reconciled, currency).map(({ books, difference, name, statement }) => [
      name,
      "",
      ...sideText(statement),
      ...sideText(books),
      Money.format(difference)
    ])
  )
  return [
    table,
    ...matchedBeyondTexts(reconciled.matchedBeyond, currency),
    ...takenFeesTexts(reconciled.taken, currency),
    ...acceptedTexts(reconciled.settled, currency),
    ...tiesOf(reconciled, currency)
  ].join("\n")
}

const settledText = ({ settled }: Reconciled, width: number | undefined): string =>
  settled.length === 0
    ? ""
    : `Decided by people (${settled.length.toLocaleString("en-US")})\n${decisionsText(settled, width)}\n\n`

const unfitText = ({ needless, unfit }: Reconciled): string => {
  const ids = unfit.map(({ decision: { id } }) => id).filter((id) => needless.has(id))
  const lines = unfit.map(({ decision: { id }, why }) =>
    `Decision ${id} no longer fits and was not applied: ${why}. ${
      needless.has(id)
        ? "All its rows match now without it."
        : `\`wallet-statement reconcile reopen ${id}\` takes it back.`
    }`
  )
  const advice = ids.length === 0
    ? []
    : [`\`wallet-statement reconcile reopen ${ids.join(" ")}\` takes back what is needed no more.`]
  return [...lines, ...advice].map((line) => `${line}\n`).join("") + (unfit.length === 0 ? "" : "\n")
}

/** The whole text. */
export const reconciledText = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    reconciled: Reconciled,
    fees: ReadonlyArray<FeeRule>,
    width: number | undefined
  ): Effect.fn.Return<string, SinkError> {
    const open = yield* Effect.forEach(openLists, (name) => listText(workspace, name, width))
    const rows = openRowsOf(reconciled)
    return [
      open.join("") + settledText(reconciled, width) + unfitText(reconciled) +
      periodText(reconciled),
      ...(fees.length === 0 ? [] : [`Fee: ${feesText(fees)}.`]),
      ...currenciesOf(reconciled).map((currency) =>
        `\n${currency === null ? "" : `${printable(currency, 20)}\n`}${currencyText(reconciled, currency)}`
      ),
      "",
      ...[
        ...missingDaysTexts(reconciled.missingDays, reconciled.period),
        ...leftOutTexts(reconciled.leftOut),
        ...turnedSignsTexts(reconciled.turnedSigns),
        ...ruledOutTexts(reconciled),
        ...passedOverTexts(reconciled.passedOver)
      ].map((text) => `${text}.`),
      rows === 0 ? nothingOpenText(reconciled) : `${counted(rows, "row is", "rows are")} open.`
    ].join("\n")
  }
)
