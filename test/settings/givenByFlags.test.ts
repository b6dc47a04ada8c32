/**
 * What flags give of settings.
 */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { settings } from "../../src/settings/catalogue.ts"
import { givenByFlags } from "../../src/settings/givenByFlags.ts"

describe("what flags give of settings", () => {
  it("is told by the names of the settings, and is a list where a flag may be given several times", () => {
    assert.deepStrictEqual(
      givenByFlags({
        wallet: ["W-1", "W-2=USD"],
        openingBalance: [],
        maxAge: Option.some("26h"),
        timeout: Option.none(),
        json: true,
        dryRun: false
      }),
      {
        WALLETS: "W-1,W-2=USD",
        OPENING_BALANCE: undefined,
        MAX_AGE: "26h",
        QUERY_TIMEOUT: undefined
      }
    )
  })

  it("has no flag that stands for two settings", () => {
    const flags = settings.flatMap(({ flag }) => flag ?? [])
    assert.strictEqual(new Set(flags).size, flags.length)
  })

  it("is nothing else than a text", () => {
    assert.throws(() => givenByFlags({ limit: 100 }), /--limit/)
  })
})
