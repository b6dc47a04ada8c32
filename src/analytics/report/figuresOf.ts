/**
 * The figures of some wallets and days, from a file or a copy of it.
 */
import { Effect } from "effect"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import { daysQuestion, headQuestion, partiesQuestion, provenQuestion, walletsQuestion } from "./questions.ts"
import type { AuditHead, Books, DaysVerdict, Figures, ProvenDays, Sums, Turnover, WalletBooks } from "./Report.ts"

/** Which wallets, by their numbers, and which days; null is as far as rows are loaded. */
export interface Selection {
  readonly wallets: ReadonlyArray<string>
  readonly from: string | null
  readonly to: string | null
}

type Row = ReadonlyArray<string | null>

/** Asks for all figures of a selection. Fails with SinkError. */
export const figuresOf = Effect.fn("figuresOf")(function*({ query }: DatabaseReader, { from, to, wallets }: Selection) {
  const values = { wallets: wallets.join(" "), from: from ?? "", to: to ?? "" }
  const found = yield* query(walletsQuestion, values)
  const days = byBooks((yield* query(daysQuestion, values)).rows)
  const parties = byBooks((yield* query(partiesQuestion, values)).rows)
  const proofs = new Map((yield* query(provenQuestion)).rows.map((row) => [keyOf(row[0], row[1]), provenOf(row)]))
  const { rows: [head] } = yield* query(headQuestion)
  const ofWallet = Map.groupBy(days.values(), ({ wallet }) => wallet)
  const figures: Figures = {
    wallets: found.rows.map(([wallet, first, last, missing, later, quarantined, held]): WalletBooks => ({
      wallet: wallet ?? "",
      days: first === null || first === undefined || last === null || last === undefined
        ? null
        : { from: first, to: last, missing: Number(missing) },
      later: Number(later),
      quarantined: Number(quarantined),
      held: Number(held),
      books: (ofWallet.get(wallet ?? "") ?? []).map((each) => {
        const key = keyOf(each.wallet, each.currency)
        return booksOf(each, parties.get(key)?.parts ?? new Map(), proofs.get(key) ?? null)
      })
    })),
    head: head === undefined ? null : headOf(head)
  }
  return figures
})

const keyOf = (wallet: string | null | undefined, currency: string | null | undefined): string =>
  `${wallet} ${currency ?? ""}`

const text = (value: string | null | undefined): string => value ?? "0"

interface Parts {
  readonly wallet: string
  readonly currency: string | null
  /** The rows of each part, without what they are of: what they are by, then their values. */
  readonly parts: ReadonlyMap<string, ReadonlyArray<Row>>
}

const byBooks = (rows: ReadonlyArray<Row>): ReadonlyMap<string, Parts> =>
  new Map(
    [...Map.groupBy(rows, ([, wallet, currency]) => keyOf(wallet, currency))].map(([key, own]) => {
      const [[, wallet = "", currency = null] = []] = own
      const parts = new Map(
        [...Map.groupBy(own, ([part]) => part ?? "")].map(([part, of]) =>
          [part, of.map((row) => row.slice(3))] as const
        )
      )
      return [key, { wallet: wallet ?? "", currency, parts }]
    })
  )

const booksOf = ({ currency, parts }: Parts, others: Parts["parts"], proven: ProvenDays | null): Books => {
  const of = (part: string): ReadonlyArray<Row> => parts.get(part) ?? others.get(part) ?? []
  const fees = new Map(of("fees").map(([month, sum]) => [month ?? null, text(sum)]))
  const [total = []] = of("total")
  const [rest] = of("others")
  const [nobody] = of("nobody")
  return {
    currency,
    total: sumsOf(total, fees),
    lowest: total[10] ?? null,
    highest: total[11] ?? null,
    months: of("month").map((row) => sumsOf(row, fees)),
    curve: of("curve").map(([day, closing, lowest, highest]) => ({
      day: day ?? "",
      closing: heightOf(closing),
      lowest: heightOf(lowest),
      highest: heightOf(highest)
    })),
    busiest: of("busiest").map(([, day, rows, credits, debits]) => ({
      day: day ?? "",
      ...turnoverOf([rows, credits, debits])
    })),
    hours: counted(of("hour"), 24),
    weekdays: counted(of("weekday"), 7),
    parties: of("party").map(([, name, ...values]) => ({ name: name ?? "", ...turnoverOf(values) })),
    others: rest === undefined ? null : { count: text(of("count")[0]?.[1]), ...turnoverOf(rest.slice(2)) },
    nobody: nobody === undefined ? null : turnoverOf(nobody.slice(2)),
    feeRows: text(of("fees").find(([month]) => month === null)?.[2]),
    proven,
    gaps: Number(total[12] ?? 0)
  }
}

/** A height in a chart; the amount itself is told as text. */
const heightOf = (amount: string | null | undefined): number | null =>
  amount === null || amount === undefined ? null : Number(amount)

const sumsOf = (
  [month = null, from, to, opening, credits, debits, closing, rows, missing, verdict]: Row,
  fees: ReadonlyMap<string | null, string>
): Sums => ({
  from: from ?? "",
  to: to ?? "",
  opening: opening ?? null,
  credits: text(credits),
  debits: text(debits),
  fees: fees.get(month) ?? "0",
  closing: closing ?? null,
  rows: text(rows),
  missing: Number(missing),
  verdict: verdicts.find((each) => each === verdict) ?? "unanchored"
})

const verdicts: ReadonlyArray<DaysVerdict> = ["proven", "gap", "truncated", "unanchored"]

const turnoverOf = ([rows, credits, debits]: ReadonlyArray<string | null | undefined>): Turnover => ({
  rows: text(rows),
  credits: text(credits),
  debits: text(debits)
})

const counted = (rows: ReadonlyArray<Row>, length: number): ReadonlyArray<number> => {
  const counts = new Map(rows.map(([place, count]) => [Number(place), Number(count)]))
  return Array.from({ length }, (_, place) => counts.get(place) ?? 0)
}

const provenOf = ([, , from = null, to = null, quietSince = null, openingKnown]: Row): ProvenDays => ({
  from,
  to,
  quietSince,
  openingKnown: openingKnown === "true"
})

const headOf = ([sequence, hash, at]: Row): AuditHead => ({
  sequence: text(sequence),
  hash: hash ?? "",
  at: Number(at)
})
