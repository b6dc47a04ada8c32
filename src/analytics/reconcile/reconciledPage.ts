/**
 * The page of a reconciliation: totals first, then what is open, then what is settled.
 */
import { Effect } from "effect"
import * as Money from "../../domain/Money.ts"
import * as Period from "../../domain/Period.ts"
import type { RowDecision } from "../../domain/RowDecision.ts"
import { version } from "../../domain/version.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import { amountText, countText, dayText, instantText } from "../page/amountText.ts"
import { documentOf } from "../page/documentOf.ts"
import { foreign, type Html, html } from "../page/html.ts"
import { heads, numbers, table } from "../page/tables.ts"
import type { Workspace } from "../Workspace.ts"
import { matchedBeyondTexts } from "./beyondPeriod.ts"
import { nameOfRow } from "./decisions.ts"
import { leftOutTexts } from "./leftOut.ts"
import { missingDaysTexts, nothingOpenText } from "./missingDays.ts"
import { type FirstGroups, firstGroups, type OutcomeRow, type State, states } from "./outcome.ts"
import type { Reconciled } from "./reconcile.ts"
import { ruledOutTexts } from "./ruledOut.ts"
import { acceptedTexts, differenceOf, passedOverTexts } from "./settledByPeople.ts"
import { currenciesOf, openRowsOf, periodText, type SumLine, sumsOf, tiesOf } from "./sums.ts"
import { takenFeesTexts } from "./takenFees.ts"
import { turnedSignsTexts } from "./turnedSigns.ts"

/** What the page says of its own making. */
export interface PageFacts {
  /** The file with the books. */
  readonly books: string
  /** By which rules it was held against the statement. */
  readonly rules: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly madeAt: number
}

/** Rows of a state that are shown: all that somebody can work off at a page, and a look at what is settled. */
const mostRows: Readonly<Record<State, number>> = {
  different: 500,
  doubtful: 500,
  "statement-only": 500,
  "books-only": 500,
  accepted: 200,
  matched: 200
}

const captions: Readonly<Record<State, string>> = {
  different: "Different amounts",
  doubtful: "Doubtful: no choice was made",
  "statement-only": "Only in the statement",
  "books-only": "Only in the books",
  accepted: "Accepted as standing alone",
  matched: "Matched"
}

const isAlone = (state: State): boolean => state === "statement-only" || state === "books-only"

/** Writes the page; the outcome is noted in the workspace. */
export const reconciledPage = Effect.fnUntraced(
  function*(workspace: Workspace, reconciled: Reconciled, facts: PageFacts): Effect.fn.Return<string, SinkError> {
    const lists = yield* Effect.forEach(
      states,
      (state) => Effect.map(firstGroups(workspace, state, mostRows[state]), (first) => listOf(state, first))
    )
    const { from, to } = reconciled.period
    const period = `${dayText(Period.formatDay(from))} to ${dayText(Period.formatDay(to))}`
    return documentOf({
      kind: "reconcile",
      title: `Reconciliation, ${period}`,
      header: html`<h1>Statement against the books</h1><p>${period}</p>${
        reconciled.takenEnds.length === 0 ? null : html`<p>${periodText(reconciled)}</p>`
      }<dl class="facts"><dt>Books</dt><dd>${foreign(facts.books)}</dd><dt>Read by</dt><dd>${
        foreign(facts.rules, 600)
      }</dd><dt>Written</dt><dd>${instantText(facts.madeAt)} by wallet-statement ${version}</dd></dl>`,
      main: html`${verdictOf(reconciled)}${currenciesOf(reconciled).map((currency) => totalsOf(reconciled, currency))}${
        [
          ...missingDaysTexts(reconciled.missingDays, reconciled.period),
          ...leftOutTexts(reconciled.leftOut),
          ...turnedSignsTexts(reconciled.turnedSigns),
          ...ruledOutTexts(reconciled),
          ...passedOverTexts(reconciled.passedOver)
        ].map((text) => html`<p>${foreign(text, 600)}.</p>`)
      }${unfitOf(reconciled)}<section aria-labelledby="open"><h2 id="open">What is open</h2>${
        openRowsOf(reconciled) === 0 ? html`<p>Nothing.</p>` : lists.slice(0, -2)
      }</section><section aria-labelledby="settled"><h2 id="settled">What is settled</h2>${settledOf(reconciled)}${
        lists.slice(-2)
      }</section>`,
      footer: html`<h2>How to read this</h2>
<p>Rows of one group belong together, or may do so. Amounts are exact: what comes in is positive. A difference is the statement's less the books'.
<strong>Only</strong> rows have no counterpart that anything speaks for; <strong>doubtful</strong> ones have several that fit equally well, and no choice was made.
Rows outside of the period are shown with those that they belong to, marked *, and counted in no total.</p>
<p><code>wallet-statement reconcile decide</code> keeps what a person knows better, with the reason.</p>`
    })
  }
)

const verdictOf = (reconciled: Reconciled): Html => {
  const open = openRowsOf(reconciled)
  return open === 0
    ? html`<div class="verdict ${
      reconciled.missingDays.length === 0 ? "proven" : "partly"
    }"><p class="word">Settled</p><p class="headline">${nothingOpenText(reconciled)}</p></div>`
    : html`<div class="verdict open"><p class="word">Open</p><p class="headline">${countText(open)} ${
      open === 1 ? "row is" : "rows are"
    } open.</p></div>`
}

const sumCells = ({ books, difference, statement }: SumLine): Html =>
  numbers([
    countText(statement.rows),
    amountText(Money.format(statement.total)),
    countText(books.rows),
    amountText(Money.format(books.total)),
    amountText(Money.format(difference))
  ])

const totalsOf = (reconciled: Reconciled, currency: string | null): Html => {
  const shown = currency === null ? "Currency not named" : foreign(currency)
  const lines = sumsOf(reconciled, currency)
  return html`<section><h2>${shown}</h2>${
    table(
      { caption: "Totals", of: shown },
      heads(["List"], ["Statement", "Total", "Books", "Total", "Difference"]),
      lines.slice(0, -1).map((line) => html`<tr><th scope="row">${line.name}</th>${sumCells(line)}</tr>`),
      html`${lines.slice(-1).map((line) => html`<tr><th scope="row">${line.name}</th>${sumCells(line)}</tr>`)}`
    )
  }${
    [
      ...matchedBeyondTexts(reconciled.matchedBeyond, currency).map((text) => foreign(text, 800)),
      ...takenFeesTexts(reconciled.taken, currency),
      ...acceptedTexts(reconciled.settled, currency),
      ...tiesOf(reconciled, currency)
    ].map((text) => html`<p>${text}.</p>`)
  }</section>`
}

const settledRow = (decision: RowDecision): Html => {
  const difference = differenceOf(decision)
  return html`<tr><th scope="row" class="text"><span class="hash">${decision.id}</span></th><td class="text">${
    decision.rows.map((row, place) =>
      html`${place === 0 ? "" : "; "}${foreign(nameOfRow(row))} (${row.side}) ${amountText(row.amount)}`
    )
  }</td>${numbers([decision.kind === "alone" ? "alone" : amountText(Money.format(difference))])}<td class="text">${
    foreign(decision.by)
  }</td><td class="days">${instantText(decision.at)}</td><td class="text">${
    foreign(decision.reason, Infinity)
  }</td></tr>`
}

/** What people decided is never cut off: nobody else knows why. */
const settledOf = ({ settled }: Reconciled): Html | null =>
  settled.length === 0
    ? null
    : table(
      { caption: `Decided by people (${countText(settled.length)})`, of: "statement against the books" },
      heads(["Decision", "Rows"], ["Difference"], ["Who", "When", "Why"]),
      settled.map(settledRow)
    )

const unfitOf = ({ needless, unfit }: Reconciled): Html | null =>
  unfit.length === 0
    ? null
    : html`<section aria-labelledby="unfit"><h2 id="unfit">Decisions that no longer fit</h2><ul>${
      unfit.map(({ decision, why }) =>
        html`<li><span class="hash">${decision.id}</span> by ${foreign(decision.by)}: ${
          foreign(decision.reason, 600)
        }. It was not applied: ${foreign(why, 600)}.${
          needless.has(decision.id) ? " All its rows match now without it." : ""
        }</li>`
      )
    }</ul></section>`

const listOf = (state: State, { groups, rows, shown }: FirstGroups): Html => {
  if (groups === 0) return html``
  const columns = isAlone(state) ? ["Row", "Day"] : ["Group", "Side", "Row", "Day"]
  const last = isAlone(state) ? ["Reference or description"] : ["Reference or description", "Why"]
  const more = groups - shown
  return html`${
    table(
      { caption: `${captions[state]} (${countText(groups)})`, of: "statement against the books" },
      heads(columns, ["Amount"], last),
      rows.map((row, place) => rowOf(state, row, rows[place - 1]))
    )
  }${
    more === 0
      ? null
      : html`<p>${countText(more)} more ${
        more === 1 ? "is" : "are"
      } not shown: the CSV of <code>--csv</code> has all.</p>`
  }`
}

const rowOf = (state: State, row: OutcomeRow, before: OutcomeRow | undefined): Html => {
  const [, , group, side, , id, leg, line, time, amount, currency, reference, description, inPeriod, why] = row
  const name = [
    ...(id === null || id === undefined
      ? []
      : [`${foreign(id, 80)}${leg === null || leg === undefined || leg === "0" ? "" : `#${leg}`}`]),
    ...(line === null || line === undefined ? [] : [`line:${line}`])
  ].join(" ")
  const told = [reference, description].flatMap((text) => (text === null || text === undefined ? [] : [foreign(text)]))
  const isFirst = group !== before?.[2]
  return html`<tr>${
    isAlone(state) ? null : html`<td>${isFirst ? group ?? "" : ""}</td><td>${side ?? ""}</td>`
  }<th scope="row" class="text">${name}${inPeriod === "no" ? " *" : ""}</th><td class="days">${
    (time ?? "").slice(0, 10)
  }</td><td class="n">${amountText(amount ?? "")}${
    currency === null || currency === undefined ? "" : ` ${foreign(currency, 20)}`
  }</td><td class="text">${told.join("; ")}</td>${
    isAlone(state) ? null : html`<td class="text">${isFirst ? foreign(why ?? "", 600) : ""}</td>`
  }</tr>`
}
