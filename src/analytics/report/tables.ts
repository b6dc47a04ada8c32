/**
 * The tables of a report.
 */
import { type Finding, isAcceptable } from "../../domain/Finding.ts"
import { endsMonth, parseDay } from "../../domain/Period.ts"
import { amountText, countText, dayText, monthText } from "../page/amountText.ts"
import { foreign, type Html, html } from "../page/html.ts"
import { amountOr, badge, heads, numbers, table } from "../page/tables.ts"
import type { Books, OverFinding, Sums, Turnover } from "./Report.ts"
import { monthWords } from "./verdictOf.ts"

const levelOf = { proven: "proven", unanchored: "partly", truncated: "open", gap: "open" } as const

const isWholeMonth = ({ from, to }: Sums): boolean => {
  const last = parseDay(to)
  return from.endsWith("-01") && last !== undefined && endsMonth(last)
}

const monthHead = (month: Sums): string =>
  isWholeMonth(month)
    ? monthText(month.from)
    : `${monthText(month.from)} (${Number(month.from.slice(8))}–${Number(month.to.slice(8))})`

const sumCells = ({ closing, credits, debits, fees, opening, rows, verdict }: Sums): Html =>
  html`${
    numbers([
      amountOr(opening),
      amountText(credits),
      amountText(debits),
      amountText(fees),
      amountOr(closing),
      countText(rows)
    ])
  }<td>${badge(levelOf[verdict], monthWords[verdict])}</td>`

/** Each month from its opening balance to its closing balance, and the whole. */
export const monthsTable = ({ months, total }: Books, named: string): Html =>
  table(
    { caption: "Statement by month", of: named },
    heads(["Month"], ["Opening", "In", "Out", "of which fees", "Closing", "Rows"], ["Verdict"]),
    months.map((month) => html`<tr><th scope="row">${monthHead(month)}</th>${sumCells(month)}</tr>`),
    html`<tr><th scope="row">Whole period</th>${sumCells(total)}</tr>`
  )

const turnoverCells = ({ credits, debits, rows }: Turnover): Html =>
  numbers([countText(rows), amountText(credits), amountText(debits)])

/** The counterparties that moved most; the table's lines add up to all rows. */
export const partiesTable = ({ nobody, others, parties, total }: Books, named: string): Html =>
  table(
    { caption: "Top counterparties", of: named },
    heads(["Counterparty"], ["Rows", "In", "Out"]),
    [
      ...parties.map((party) =>
        html`<tr><th scope="row" class="text">${foreign(party.name)}</th>${turnoverCells(party)}</tr>`
      ),
      ...(others === null
        ? []
        : [
          html`<tr><th scope="row" class="text muted">${countText(others.count)} other ${
            others.count === "1" ? "counterparty" : "counterparties"
          }</th>${turnoverCells(others)}</tr>`
        ]),
      ...(nobody === null
        ? []
        : [
          html`<tr><th scope="row" class="text muted">Rows that name none, such as fees</th>${
            turnoverCells(nobody)
          }</tr>`
        ])
    ],
    html`<tr><th scope="row">All rows</th>${turnoverCells(total)}</tr>`
  )

/** The days with most rows. */
export const busiestTable = ({ busiest }: Books, named: string): Html =>
  table(
    { caption: "Busiest days", of: named },
    heads(["Day"], ["Rows", "In", "Out"]),
    busiest.map((each) => html`<tr><th scope="row">${dayText(each.day)}</th>${turnoverCells(each)}</tr>`)
  )

/** So many findings of a wallet are told at most. */
const mostFindings = 25

/** What speaks against a wallet's statement, and what was decided about it. */
export const findingsTable = (findings: ReadonlyArray<Finding>, named: string): Html =>
  html`${
    table(
      { caption: "What speaks against the statement", of: named },
      html`${heads(["Finding", "Days"], ["Amount"], ["State"])}<th scope="col" class="long">What may be so</th>`,
      findings.slice(0, mostFindings).map((finding) =>
        html`<tr><th scope="row">${finding.kind}<br><span class="hash">${finding.id}</span></th><td class="days">${
          daysOf(finding)
        }</td><td class="n">${extentOf(finding)}</td><td>${stateOf(finding)}</td><td class="long">${
          foreign(finding.explanation, 600)
        }</td></tr>`
      )
    )
  }${moreText(findings.length, "wallet-statement findings")}`

/** Gaps, held rows and records that could not be read, and that are over. */
export const overTable = (findings: ReadonlyArray<OverFinding>, named: string): Html =>
  html`${
    table(
      { caption: "What is over", of: named },
      heads(["Finding", "Days"], ["Amount"], ["Found", "Over since"]),
      findings.slice(0, mostFindings).map((finding) =>
        html`<tr><th scope="row">${finding.kind}<br><span class="hash">${finding.id}</span></th><td class="days">${
          daysOf(finding)
        }</td><td class="n">${extentOf({ ...finding, count: null })}</td><td>${finding.foundOn}</td><td>${
          finding.endedOn ?? "—"
        }</td></tr>`
      )
    )
  }${moreText(findings.length, "wallet-statement findings --all")}`

const moreText = (count: number, command: string): Html | null =>
  count <= mostFindings
    ? null
    : html`<p>${countText(count - mostFindings)} more: <code>${command}</code> lists all.</p>`

const daysOf = ({ from, to }: Pick<Finding, "from" | "to">): Html => {
  const [first, last] = [from ?? to, to ?? from]
  return first === null || last === null
    ? html`—`
    : first === last
    ? html`${first}`
    : html`${first} to<br>${last}`
}

const extentOf = ({ amount, count, currency }: Pick<Finding, "amount" | "count" | "currency">): string =>
  amount !== null
    ? `${amountText(amount)}${currency === null ? "" : ` ${currency}`}`
    : count === null
    ? "—"
    : `${countText(count)} ${count === 1 ? "row" : "rows"}`

const stateOf = ({ accepted, kind }: Finding): Html =>
  accepted === null
    ? badge("open", isAcceptable(kind) ? "Open" : "To be put right")
    : html`${badge("proven", "Accepted")}<br>${foreign(accepted.by, 60)}, ${accepted.day}: ${
      foreign(accepted.reason, 300)
    }`
