/**
 * The command that asks for days of a wallet again, as findings advise it. It names the wallet: without that a pull asks for the days of
 * all wallets of the settings.
 */
import type { WalletNo } from "../domain/Wallet.ts"
import { shellQuote } from "../settings/shellQuote.ts"

/** The command in quotes; days are written `YYYY-MM-DD`, and without the last one it asks up to today. */
export const pullCommand = (walletNo: WalletNo, from: string, to?: string): string =>
  `\`wallet-statement pull --wallet ${shellQuote(walletNo)} --from ${from}${to === undefined ? "" : ` --to ${to}`}\``
