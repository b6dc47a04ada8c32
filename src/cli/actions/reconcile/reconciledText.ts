/**
 * What came of holding a statement against books, for people: what is open, then counts and totals that tie.
 */
import { Effect } from "effect"
import { type OpenList, shownColumns, shownOf } from "../../../analytics/reconcile/listed.ts"
import type { Reconciled } from "../../../analytics/reconcile/reconcile.ts"
import { isOpenList, type List, lists } from "../../../analytics/reconcile/totals.ts"
import type { Workspace } from "../../../analytics/reconcile/Workspace.ts"
import * as Money from "../../../domain/Money.ts"
import * as Period from "../../../domain/Period.ts"
import { printable } from "../../../domain/printable.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import { counted } from "../../output/counted.ts"
import { renderPlain, renderSparing } from "../../output/table.ts"

/** So many members of a list are shown. */
const mostShown = 20

const headings: Readonly<Record<OpenList, string>> = {
  different: "Different amounts",
  doubtful: "Doubtful: nothing tells which candidate it is",
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

/** What a sum of the database is, without zeros that say nothing. */
const amountOf = (text: string): Money.Money => {
  const [whole = "0", decimals = ""] = text.replace("-", "").split(".")
  const magnitude = BigInt(whole + decimals.padEnd(Money.scale, "0").slice(0, Money.scale))
  return Money.fromTenThousandths(text.startsWith("-") ? -magnitude : magnitude)
}

const sumOf = (amounts: ReadonlyArray<Money.Money>): Money.Money => amounts.reduce(Money.add, Money.zero)

interface Line {
  readonly name: string
  readonly statement: ReadonlyArray<List>
  readonly books: ReadonlyArray<List>
}

const lines: ReadonlyArray<Line> = [
  { name: "matched", statement: ["matched"], books: ["matched"] },
  { name: "accepted alone", statement: ["accepted"], books: ["accepted"] },
  { name: "different", statement: ["different"], books: ["different"] },
  { name: "doubtful", statement: ["doubtful"], books: ["doubtful"] },
  { name: "only in the statement", statement: ["only"], books: [] },
  { name: "only in the books", statement: [], books: ["only"] },
  {
    name: "total",
    statement: lists,
    books: lists
  }
]

const currencyText = (reconciled: Reconciled, currency: string | null): string => {
  const side = (which: "statement" | "books", lists: ReadonlyArray<List>) => {
    const found = reconciled.totals.filter((each) =>
      each.currency === currency && each.side === which && lists.includes(each.list)
    )
    return {
      rows: found.reduce((sum, { rows }) => sum + rows, 0),
      total: sumOf(found.map(({ total }) => amountOf(total)))
    }
  }
  const table = renderPlain(
    ["", "", "statement", "total", "books", "total", "difference"],
    lines.flatMap(({ books, name, statement }) => {
      const [theirs, ours] = [side("statement", statement), side("books", books)]
      return name === "accepted alone" && theirs.rows + ours.rows === 0 ? [] : [[
        name,
        "",
        theirs.rows.toLocaleString("en-US"),
        Money.format(theirs.total),
        ours.rows.toLocaleString("en-US"),
        Money.format(ours.total),
        Money.format(Money.subtract(theirs.total, ours.total))
      ]]
    })
  )
  return [table, ...tiesOf(reconciled, currency)].join("\n")
}

/** From the opening balance by the statement's rows to the closing one. */
const tiesOf = ({ balances, walletTotals }: Reconciled, currency: string | null): ReadonlyArray<string> =>
  balances.filter((each) => each.currency === currency).map(({ closing, opening, wallet }) => {
    const total = amountOf(
      walletTotals.find((each) => each.wallet === wallet && each.currency === currency)?.total ?? "0"
    )
    const shown = `Wallet ${printable(wallet ?? "", 60)}${currency === null ? "" : `, ${printable(currency, 20)}`}: `
    if (opening === null || closing === null) {
      return `${shown}rows ${Money.format(total)}; the balance at ${
        opening === null ? "the beginning" : "the end"
      } is not known`
    }
    const [from, to] = [amountOf(opening), amountOf(closing)]
    const reached = Money.add(from, total)
    const sum = `${shown}opening balance ${Money.format(from)} + rows ${Money.format(total)} = ${Money.format(reached)}`
    return reached === to
      ? `${sum}, the closing balance`
      : `${sum}, but the closing balance is ${
        Money.format(to)
      }: rows may be missing, \`wallet-statement verify\` says where`
  })

const unfitText = ({ unfit }: Reconciled): string =>
  unfit.map(({ decision: { id }, why }) =>
    `Decision ${id} no longer fits and was not applied: ${why}. \`wallet-statement reconcile reopen ${id}\` takes it back.\n`
  ).join("") + (unfit.length === 0 ? "" : "\n")

/** The whole text. */
export const reconciledText = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    reconciled: Reconciled,
    width: number | undefined
  ): Effect.fn.Return<string, SinkError> {
    const open = yield* Effect.forEach(openLists, (name) => listText(workspace, name, width))
    const currencies = [...new Set([...reconciled.totals, ...reconciled.balances].map(({ currency }) => currency))]
    const rows = reconciled.totals.filter(({ list }) => isOpenList(list)).reduce((sum, each) => sum + each.rows, 0)
    return [
      open.join("") + unfitText(reconciled) +
      `From ${Period.formatDay(reconciled.period.from)} to ${Period.formatDay(reconciled.period.to)}`,
      ...currencies.map((currency) =>
        `\n${currency === null ? "" : `${printable(currency, 20)}\n`}${currencyText(reconciled, currency)}`
      ),
      "",
      rows === 0 ? "Nothing is open." : `${counted(rows, "row is", "rows are")} open.`
    ].join("\n")
  }
)
