/**
 * The wallets of a file that somebody names.
 */
import { Effect } from "effect"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import { wrongUsage } from "../ending/exit.ts"
import { walletNosIn } from "./walletNosIn.ts"

/** Their numbers in order, all of the file where none is named. Fails with CommandEnd for one that it does not hold. */
export const namedWallets = Effect.fnUntraced(function*(database: DatabaseReader, named: ReadonlyArray<string>) {
  const held = yield* walletNosIn(database)
  const unknown = named.find((walletNo) => !held.some((each) => each === walletNo))
  if (unknown !== undefined) {
    return yield* wrongUsage(
      `The file holds no wallet ${JSON.stringify(unknown)}: \`wallet-statement status\` lists those that it holds.`
    )
  }
  return named.length === 0 ? held : held.filter((walletNo) => named.includes(walletNo))
})
