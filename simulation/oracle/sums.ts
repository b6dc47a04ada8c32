/**
 * Compares the sums that a database tells of a wallet with those of its rows.
 */
import type { Story } from "../Story.ts"
import type { StoredRow } from "./WalletModel.ts"

/** What a database tells of a wallet's rows in one currency; amounts are whole ten-thousandths. */
export interface Summary {
  readonly currency: string | null
  readonly rows: number
  readonly net: bigint
  readonly debits: bigint
  readonly credits: bigint
  readonly quarantined: number
}

const sum = (values: ReadonlyArray<bigint>): bigint => values.reduce((total, value) => total + value, 0n)

/** Checks the sums of one wallet. */
export const checkSums = (
  walletNo: string,
  summaries: ReadonlyArray<Summary>,
  rows: ReadonlyArray<StoredRow>,
  openRecords: number,
  story: Story
): void => {
  const told = new Map(summaries.map((summary) => [summary.currency, summary]))
  for (const [currency, own] of Map.groupBy(rows, (row) => row.currency)) {
    const summary = told.get(currency)
    const debits = -sum(own.filter(({ type }) => type === "Debit").map(({ signed }) => signed))
    const credits = sum(own.filter(({ type }) => type === "Credit").map(({ signed }) => signed))
    const right = summary?.rows === own.length && summary.debits === debits && summary.credits === credits &&
      summary.net === credits - debits
    story.expect(right, () => `${walletNo}: the summary of its ${currency} rows is not that of the rows`)
  }
  for (const { currency, quarantined, rows: count } of summaries) {
    story.expect(
      count === 0 || rows.some((row) => row.currency === currency),
      () => `${walletNo}: the summary tells of ${count} ${currency} rows, and there are none`
    )
    story.expect(
      quarantined === openRecords,
      () => `${walletNo}: the summary tells of ${quarantined} quarantined records, and there are ${openRecords}`
    )
  }
}
