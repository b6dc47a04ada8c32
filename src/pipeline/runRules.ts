/**
 * By which rules a run reads: days that an interrupted run finished are finished only for a run that goes by the same.
 */
import { Option } from "effect"
import type { WalletNo } from "../domain/Wallet.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import { givenAnchors } from "./anchorsOf.ts"
import { readingVersion } from "./KnownAnswer.ts"
import { recordRules } from "./readingRules.ts"

/** All that decides what a wallet's rows are and which of them belong to a day: the same text for the same rules. */
export const walletRules = (settings: PullSettings["Service"], walletNo: WalletNo): string =>
  JSON.stringify(
    [
      readingVersion,
      ...recordRules(settings, walletNo),
      settings.dateBounds,
      Option.getOrNull(settings.dayStart),
      givenAnchors(settings, walletNo)
    ],
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)
  )

/** The rules of all wallets of a run. */
export const runRules = (settings: PullSettings["Service"]): ReadonlyMap<WalletNo, string> =>
  new Map(settings.wallets.map(({ walletNo }) => [walletNo, walletRules(settings, walletNo)]))
