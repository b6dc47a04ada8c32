/**
 * The page of a report.
 */
import { version } from "../../domain/version.ts"
import { amountText, countText, dayText, instantText } from "../page/amountText.ts"
import { documentOf } from "../page/documentOf.ts"
import { foreign, type Html, html } from "../page/html.ts"
import { amountOr, badge, numbers, scrolling } from "../page/tables.ts"
import type { Report, WalletBooks } from "./Report.ts"
import { verdictOf } from "./verdictOf.ts"
import { currencyText, walletSection } from "./walletSection.ts"

/** Writes the page. */
export const pageOf = (report: Report): string => {
  const { wallets } = report
  const title = wallets.length === 1 ? `Statement of wallet ${wallets[0]?.wallet ?? ""}` : "Statement of wallets"
  return documentOf({
    kind: "report",
    title: `${title}, ${periodText(report)}`,
    header: html`<h1>${title}</h1><p>${periodText(report)}</p>${factsOf(report)}`,
    main: html`${wallets.length === 0 ? html`<p>The file holds no wallet yet.</p>` : summaryOf(wallets, report)}${
      wallets.map((wallet, index) => walletSection(wallet, report.told.get(wallet.wallet), index + 1))
    }`,
    footer: footOf(report)
  })
}

/** The days that the page is about. */
const periodText = ({ asked, wallets }: Report): string => {
  const days = wallets.flatMap(({ days }) => (days === null ? [] : [days]))
  const from = asked.from ?? days.map((each) => each.from).sort()[0]
  const to = asked.to ?? days.map((each) => each.to).sort().at(-1)
  return from === undefined || to === undefined ? "No day is loaded" : `${dayText(from)} to ${dayText(to)}`
}

const factsOf = ({ copyOf, head, madeAt }: Report): Html =>
  html`<dl class="facts"><dt>State of the data</dt><dd>${
    head === null ? "nothing loaded" : `as committed on ${instantText(head.at)}`
  }${
    copyOf === null
      ? null
      : `; read from the copy of ${
        copyOf.at === null ? "before the first run" : instantText(copyOf.at)
      }, as the file was being written`
  }</dd>
<dt>Written</dt><dd>${instantText(madeAt)} by wallet-statement ${version}</dd>
<dt>Audit head</dt><dd class="hash">${head === null ? "none" : `${head.sequence}:${head.hash}`}</dd></dl>`

const summaryOf = (wallets: ReadonlyArray<WalletBooks>, { told }: Report): Html => {
  const rows = wallets.flatMap((wallet, index) =>
    wallet.books.length === 0
      ? [
        html`<tr><th scope="row"><a href="#w${
          index + 1
        }">${wallet.wallet}</a></th><td>—</td><td>no row</td><td class="n">—</td><td class="n">—</td><td class="n">—</td><td class="n">—</td><td class="n">0</td></tr>`
      ]
      : wallet.books.map((books) => {
        const { closing, credits, debits, opening, rows } = books.total
        const { level, word } = verdictOf(wallet, books, told.get(wallet.wallet))
        return html`<tr><th scope="row"><a href="#w${index + 1}">${wallet.wallet}</a></th><td>${
          currencyText(books.currency)
        }</td><td>${badge(level, word)}</td>${
          numbers([
            amountOr(opening),
            amountText(credits),
            amountText(debits),
            amountOr(closing),
            countText(rows)
          ])
        }</tr>`
      })
  )
  return html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2>${
    scrolling(
      "Wallets and currencies",
      html`<table><caption>Wallets and currencies</caption><thead><tr><th scope="col">Wallet</th><th scope="col">Currency</th><th scope="col">Verdict</th><th scope="col" class="n">Opening</th><th scope="col" class="n">In</th><th scope="col" class="n">Out</th><th scope="col" class="n">Closing</th><th scope="col" class="n">Rows</th></tr></thead><tbody>${rows}</tbody></table>`
    )
  }</section>`
}

const footOf = ({ head }: Report): Html =>
  html`<h2>How to read this</h2>
<p><strong>Proven</strong> means that each row's balance follows from the balance of the row before it, without a break, between two balances that
agree with what stands around them. Rows that are missing and together come to nothing would not show in any balance. <strong>Provisional</strong> rows are
loaded, and later rows have still to confirm them. A dash stands for a balance that is not known; none is ever worked out from sums.</p>
<p>In and out are the sums of credits and debits; fees are a part of what went out. Times and days are those of the service's calendar.</p>${
    head === null
      ? null
      : html`<p>The audit head stands for all that the file held. <code>wallet-statement verify</code> works it out again from the file: if somebody changed
a row since, it says so. Head: <span class="hash">${foreign(`${head.sequence}`)}:${head.hash}</span></p>`
  }`
