/**
 * Commands that findings of a wallet advise.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { WalletNo } from "../../src/domain/Wallet.ts"
import { pullCommand } from "../../src/pipeline/pullCommand.ts"

const pipeline = join(import.meta.dirname, "../../src/pipeline")

/** A command that asks for days of all wallets, whichever are in the settings. */
const ofAll = /pull`? (?:--from|with)|days (?:again|once more),? with --from/

describe("the command that asks for days of a wallet again", () => {
  it("names the wallet, as a shell takes it, and the days", () => {
    assert.strictEqual(
      pullCommand(WalletNo.make("W-1"), "2025-01-02", "2025-01-31"),
      "`wallet-statement pull --wallet W-1 --from 2025-01-02 --to 2025-01-31`"
    )
    assert.strictEqual(
      pullCommand(WalletNo.make("W;rm"), "2025-01-02"),
      "`wallet-statement pull --wallet 'W;rm' --from 2025-01-02`"
    )
  })

  it.each(readdirSync(pipeline))("is the only one that is advised: %s", (file) => {
    assert.notMatch(readFileSync(join(pipeline, file), "utf8"), ofAll)
  })
})
