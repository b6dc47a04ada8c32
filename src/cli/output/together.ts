/**
 * What is said of several wallets, each sentence once.
 */

/** Lines that are said of a wallet. */
export interface OfWallet {
  readonly wallet: string
  readonly lines: ReadonlyArray<string>
}

/** Each line once, behind the wallets that it is said of. */
export const together = (wallets: ReadonlyArray<OfWallet>): ReadonlyArray<string> => {
  const of = new Map<string, Array<string>>()
  for (const { lines, wallet } of wallets) {
    for (const line of lines) {
      const known = of.get(line)
      if (known === undefined) of.set(line, [wallet])
      else known.push(wallet)
    }
  }
  return [...of].map(([line, named]) => `${namedAs(named)}: ${line}`)
}

const mostNamed = 3

const namedAs = (wallets: ReadonlyArray<string>): string =>
  wallets.length <= mostNamed
    ? wallets.join(", ")
    : `${wallets.slice(0, mostNamed - 1).join(", ")} and ${wallets.length - mostNamed + 1} more wallets`
