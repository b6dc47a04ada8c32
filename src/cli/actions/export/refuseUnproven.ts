/**
 * Refuses to export days that the balances do not prove.
 */
import { Effect } from "effect"
import type { Ledger } from "../../../analytics/export/Ledger.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { counted } from "../../output/counted.ts"

/** So many ledgers are named. */
const mostNamed = 10

/** Fails with CommandEnd where a ledger is not proven. */
export const refuseUnproven = (ledgers: ReadonlyArray<Ledger>): Effect.Effect<void, CommandEnd> => {
  const open = ledgers.filter(({ unproven }) => unproven.length > 0)
  if (open.length === 0) return Effect.void
  const more = open.length - mostNamed
  return Effect.fail(
    new CommandEnd({
      code: exitCode.incomplete,
      message: [
        "Nothing was exported: the balances do not prove these days.",
        ...open.slice(0, mostNamed).map(({ currency, from, to, unproven, walletNo }) =>
          `  ${walletNo}${currency === null ? "" : ` ${currency}`}, ${from} to ${to}: ${unproven.join(" ")}`
        ),
        ...(more > 0 ? [`  and ${counted(more, "other", "others")}`] : []),
        "`wallet-statement status` says how far each wallet is proven. Name those days with --from and --to, or export these as they are " +
        "with --unproven: the file says so where its format allows."
      ].join("\n")
    })
  )
}
