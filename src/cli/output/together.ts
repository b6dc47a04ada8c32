/**
 * What is said of several wallets, each sentence once.
 */

/** Lines that are said of a wallet. */
export interface OfWallet {
  readonly wallet: string
  readonly lines: ReadonlyArray<string>
}

/** Each line once: those of several wallets behind all that they are said of, and then wallet by wallet those of one. */
export const together = (wallets: ReadonlyArray<OfWallet>): ReadonlyArray<string> => {
  const of = new Map<string, Array<string>>()
  for (const { lines, wallet } of wallets) {
    for (const line of lines) {
      const known = of.get(line)
      if (known === undefined) of.set(line, [wallet])
      else known.push(wallet)
    }
  }
  const isShared = (line: string): boolean => !isTail(line) && (of.get(line)?.length ?? 0) > 1
  return [
    ...[...of].filter(([line]) => isShared(line)).map(([line, named]) => `${namedAs(named)}: ${line}`),
    ...wallets.flatMap(({ lines, wallet }) =>
      lines.filter((line) => !isShared(line)).map((line) => `${wallet}: ${line}`)
    )
  ]
}

/** Whether a line only counts what was left out behind those before it. */
const isTail = (line: string): boolean => line.startsWith("…")

const mostNamed = 3

const namedAs = (wallets: ReadonlyArray<string>): string =>
  wallets.length <= mostNamed
    ? wallets.join(", ")
    : `${wallets.slice(0, mostNamed - 1).join(", ")} and ${wallets.length - mostNamed + 1} more wallets`
