/**
 * The health of wallets as a table that fits the terminal; what does not fit and is not nothing stands in lines below it.
 */
import { agoText } from "../../output/agoText.ts"
import { counted } from "../../output/counted.ts"
import { renderPlain } from "../../output/table.ts"
import { wrapped } from "../../output/wrapped.ts"
import type { WalletHealth } from "./WalletHealth.ts"

interface Column {
  readonly name: string
  readonly cell: (wallet: WalletHealth, now: number) => string
  /** The same in words; nothing where there is nothing to say. */
  readonly words: (wallet: WalletHealth, now: number) => ReadonlyArray<string>
}

const nothing = "-"

/** A column of what may not be known, and its words. */
const known = (name: string, value: (wallet: WalletHealth, now: number) => string | null): Column => ({
  name,
  cell: (wallet, now) => value(wallet, now) ?? nothing,
  words: (wallet, now) => {
    const text = value(wallet, now)
    return text === null ? [] : [`${name} ${text}`]
  }
})

/** A column of a number of things. */
const counts = (name: string, value: (wallet: WalletHealth) => number, one: string, many: string): Column => ({
  name,
  cell: (wallet) => value(wallet).toLocaleString("en-US"),
  words: (wallet) => (value(wallet) === 0 ? [] : [counted(value(wallet), one, many)])
})

const first: Column = { name: "wallet", cell: ({ wallet }) => wallet, words: () => [] }

/** From the one that would be missed most to the one that would be missed least. */
const others: ReadonlyArray<Column> = [
  known("verdict", ({ verdict }) => verdict),
  known("complete to", ({ completeTo }) => completeTo),
  known("proven to", ({ provenTo }) => provenTo),
  known("age", ({ ageMillis }) => (ageMillis === null ? null : agoText(ageMillis))),
  known(
    "last run",
    ({ lastRun }, now) => lastRun === null ? null : `${lastRun.ending} ${agoText(now - lastRun.at)} ago`
  ),
  counts("rows", ({ rows }) => rows, "row", "rows"),
  counts("gaps", ({ gaps }) => gaps, "gap", "gaps"),
  counts("quarantined", ({ quarantined }) => quarantined, "record in quarantine", "records in quarantine"),
  counts("held", ({ held }) => held, "held row", "held rows")
]

/** A row of each wallet in so many columns, undefined is as many as it takes, and behind them a line of each for what there was no room for. */
export const healthTable = (
  wallets: ReadonlyArray<WalletHealth>,
  now: number,
  columns: number | undefined
): string => {
  const render = (shown: ReadonlyArray<Column>): string =>
    renderPlain(shown.map(({ name }) => name), wallets.map((wallet) => shown.map(({ cell }) => cell(wallet, now))))
  const fits = (shown: ReadonlyArray<Column>): boolean =>
    columns === undefined || render(shown).split("\n").every((line) => line.length <= columns)
  const all = [first, ...others]
  if (fits(all)) return render(all)
  const shown = others.filter(({ words }) => wallets.some((wallet) => words(wallet, now).length > 0)).reduce(
    (kept: ReadonlyArray<Column>, column) => fits([...kept, column]) ? [...kept, column] : kept,
    [first]
  )
  const hidden = others.filter((column) => !shown.includes(column))
  const below = Map.groupBy(
    wallets.map((each) => ({ wallet: each.wallet, words: hidden.flatMap(({ words }) => words(each, now)).join(", ") })),
    ({ words }) => words
  )
  return [
    render(shown),
    ...[...below].filter(([words]) => words !== "").map(([words, all]) =>
      wrapped(
        `${
          all.length > 1 && all.length === wallets.length ? "each wallet" : all.map(({ wallet }) => wallet).join(", ")
        }: ${words}`,
        columns
      )
    )
  ].join("\n")
}
