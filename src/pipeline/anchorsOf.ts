/**
 * The balances that a wallet is expected to begin and to end with, as settings give them.
 */
import type { WalletAnchors } from "../continuity/WalletContinuity.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { PullSettings } from "../settings/PullSettings.ts"

/** The anchors of a wallet; they are of its currency where settings name one, else of its only chain. */
export const anchorsOf = (
  { wallets }: Pick<PullSettings["Service"], "wallets">,
  walletNo: WalletNo
): ReadonlyArray<WalletAnchors> =>
  wallets.filter((wallet) => wallet.walletNo === walletNo).flatMap(({ closing, currency, opening }) =>
    opening === null && closing === null ? [] : [{
      ...(currency === null ? {} : { currency }),
      ...(opening === null ? {} : { opening }),
      ...(closing === null ? {} : { closing })
    }]
  )
