/**
 * What a page says of one wallet: for each currency the verdict first, then its figures.
 */
import type { Finding } from "../../domain/Finding.ts"
import { amountText, countText, dayText } from "../page/amountText.ts"
import { foreign, type Html, html } from "../page/html.ts"
import { amountOr, scrolling } from "../page/tables.ts"
import { balanceChart, type Caption, hoursChart, monthsChart } from "./charts.ts"
import type { Books, Told, WalletBooks } from "./Report.ts"
import { busiestTable, findingsTable, monthsTable, overTable, partiesTable } from "./tables.ts"
import { verdictOf } from "./verdictOf.ts"

/** A currency by its code. */
export const currencyText = (currency: string | null): string => currency ?? "not named"

/** The section of a wallet; `place` counts those of the page from 1. */
export const walletSection = (wallet: WalletBooks, told: Told | undefined, place: number): Html => {
  const id = `w${place}`
  const findings = told?.findings.filter((finding) => concerns(finding, wallet.days)) ?? []
  const over = told?.over.filter((finding) => concerns(finding, wallet.days)) ?? []
  return html`<section class="wallet" aria-labelledby="${id}"><h2 id="${id}">Wallet ${wallet.wallet}</h2>${
    wallet.days === null
      ? html`<p>No whole day of the period is loaded${wallet.later === 0 ? "" : `; ${laterText(wallet.later)}`}.</p>`
      : html`<p class="muted">${wallet.days.missing === 0 ? "Loaded from" : "From"} ${dayText(wallet.days.from)} to ${
        dayText(wallet.days.to)
      }${wallet.days.missing === 0 ? ", without a missing day" : `; ${missingText(wallet.days.missing)}`}${
        wallet.later === 0 ? "" : `; ${laterText(wallet.later)}`
      }${told?.zone === null || told === undefined ? "" : `; times in ${told.zone}`}.</p>`
  }${wallet.days !== null && wallet.books.length === 0 ? html`<p>No row stands in these days.</p>` : null}${
    wallet.books.map((books, index) => booksOf(wallet, books, told, `${id}-${index + 1}`))
  }<h3>Findings</h3>${
    findings.length === 0
      ? html`<p>None is open or accepted for these days.</p>`
      : findingsTable(findings, `wallet ${wallet.wallet}`)
  }${over.length === 0 ? null : overTable(over, `wallet ${wallet.wallet}`)}${
    told === undefined || told.remark === null
      ? null
      : html`<p class="muted">The last run said of the whole wallet: ${foreign(told.remark, 1000)}</p>`
  }</section>`
}

const missingText = (days: number): string =>
  days === 1 ? "no complete answer covers 1 day" : `no complete answer covers ${countText(days)} days`

const laterText = (rows: number): string =>
  rows === 1
    ? "1 row of a day that was not over is left out"
    : `${countText(rows)} rows of days that were not over are left out`

/** Whether a finding is of some days; one that knows none is of all. */
const concerns = (
  { from, to }: Pick<Finding, "from" | "to">,
  days: WalletBooks["days"]
): boolean => {
  const [first, last] = [from ?? to, to ?? from]
  return days === null || first === null || last === null || (first <= days.to && last >= days.from)
}

const booksOf = (wallet: WalletBooks, books: Books, told: Told | undefined, id: string): Html => {
  const { currency, total } = books
  const named = `wallet ${wallet.wallet}, ${currency ?? "currency not named"}`
  const { headline, level, reasons, word } = verdictOf(wallet, books, told)
  return html`<h3>${currency ?? "Currency not named"}</h3>
<div class="verdict ${level}"><p class="word">${word}</p><p class="headline">${headline}</p><ul>${
    reasons.map((reason) => html`<li>${reason}</li>`)
  }</ul></div>
<dl class="figures">${
    [
      ["Opening", amountOr(total.opening)],
      ["In", amountText(total.credits)],
      ["Out", amountText(total.debits)],
      [`Fees, ${countText(books.feeRows)} rows`, amountText(total.fees)],
      ["Closing", amountOr(total.closing)],
      ["Rows", countText(total.rows)]
    ].map(([term = "", value = ""]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)
  }</dl>${chartsOf(books, named, id)}${monthsTable(books, named)}${partiesTable(books, named)}${
    busiestTable(books, named)
  }${hoursOf(books, named, id)}`
}

const figure = (label: string, chart: Html, caption: Html): Html =>
  html`<figure>${scrolling(label, chart)}<figcaption>${caption}</figcaption></figure>`

const balanceAt = (amount: string | null): string => (amount === null ? "not known" : amountText(amount))

const chartsOf = (books: Books, named: string, id: string): Html => {
  const { highest, lowest, total } = books
  const balance: Caption = {
    id: `${id}-b`,
    title: `Balance, ${named}`,
    description: `${balanceAt(total.opening)} as ${dayText(total.from)} begins, ${balanceAt(total.closing)} as ${
      dayText(total.to)
    } ends; lowest ${balanceAt(lowest)}, highest ${balanceAt(highest)}.`
  }
  const months: Caption = {
    id: `${id}-m`,
    title: `In and out by month, ${named}`,
    description: `${countText(books.months.length)} ${
      books.months.length === 1 ? "month" : "months"
    }; the table "Statement by month" has their amounts.`
  }
  return html`<h4>Balance</h4>${
    figure(
      balance.title,
      balanceChart(books, balance),
      html`${balance.description} The band is how low and how high it went.`
    )
  }<h4>In and out by month</h4>${
    figure(
      months.title,
      monthsChart(books.months, months),
      html`<span class="key in">In</span> <span class="key out">Out</span>`
    )
  }`
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`

/** The place of the largest. */
const most = (counts: ReadonlyArray<number>): number => counts.indexOf(Math.max(...counts))

const hoursOf = (books: Books, named: string, id: string): Html => {
  const [hour, weekday] = [most(books.hours), most(books.weekdays)]
  const description = `Most rows stand between ${hourText(hour)} and ${hourText((hour + 1) % 24)}: ${
    countText(books.hours[hour] ?? 0)
  }. The busiest day of the week is ${weekdays[weekday] ?? ""} with ${countText(books.weekdays[weekday] ?? 0)} rows.`
  const caption: Caption = { id: `${id}-h`, title: `Rows by hour of the day, ${named}`, description }
  return html`<h4>Busiest hours</h4>${figure(caption.title, hoursChart(books.hours, caption), html`${description}`)}`
}
