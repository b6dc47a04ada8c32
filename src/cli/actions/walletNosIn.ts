/**
 * The wallets that a file has windows of.
 */
import { Effect, Schema } from "effect"
import { WalletNo } from "../../domain/Wallet.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(WalletNo))

/** Their numbers, in order. */
export const walletNosIn = Effect.fnUntraced(function*({ query }: DatabaseReader) {
  const { rows } = yield* query("SELECT DISTINCT wallet_no FROM statement_windows ORDER BY 1")
  return yield* Effect.orDie(decode(rows.map(([walletNo]) => walletNo)))
})
