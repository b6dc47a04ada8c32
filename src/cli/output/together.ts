/**
 * What is said of several wallets, each sentence once.
 */

/** Lines that are said of a wallet. */
export interface OfWallet {
  readonly wallet: string
  readonly lines: ReadonlyArray<string>
}

/**
 * Each line once: those of several wallets behind all that they are said of, and then wallet by wallet those of one. Of many wallets
 * whose lines differ in figures and names only, the first is told, and which others there are.
 */
export const together = (wallets: ReadonlyArray<OfWallet>): ReadonlyArray<string> => {
  const said = Map.groupBy(
    wallets.flatMap(({ lines, wallet }) => lines.map((line) => ({ line, wallet }))),
    ({ line }) => (isTail(line) ? "" : line)
  )
  const shared = [...said].filter(([line, all]) => line !== "" && all.length > 1)
  const alone = wallets.flatMap(({ lines, wallet }) =>
    lines.filter((line) => isTail(line) || said.get(line)?.length === 1).map((line) => ({ line, wallet }))
  )
  const alike = Map.groupBy(alone, ({ line }) => (isTail(line) ? "" : withoutFigures(line)))
  const walletsOf = (line: string): ReadonlyArray<string> => [
    ...new Set((isTail(line) ? [] : alike.get(withoutFigures(line)) ?? []).map(({ wallet }) => wallet))
  ]
  return [
    ...shared.map(([line, all]) => `${namedAs(all.map(({ wallet }) => wallet))}: ${line}`),
    ...alone.flatMap(({ line, wallet }) => {
      const [first, ...others] = walletsOf(line)
      if (others.length + 1 < many) return [`${wallet}: ${line}`]
      if (first !== wallet) return []
      const isLast = alike.get(withoutFigures(line))?.findLast((each) => each.wallet === wallet)?.line === line
      return [`${wallet}: ${line}`, ...(isLast ? [`${namedAs(others)}: the same, with other figures`] : [])]
    })
  ]
}

/** So many wallets are told together. */
const many = 4

/** A line without what differs from wallet to wallet: numbers, and names in quotes. */
const withoutFigures = (line: string): string => line.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, "#")

/** Whether a line only counts what was left out behind those before it. */
const isTail = (line: string): boolean => line.startsWith("…")

const mostNamed = 3

/** The first few of some wallets, and how many more there are. */
export const namedAs = (wallets: ReadonlyArray<string>): string =>
  wallets.length <= mostNamed
    ? wallets.join(", ")
    : `${wallets.slice(0, mostNamed - 1).join(", ")} and ${wallets.length - mostNamed + 1} more wallets`
