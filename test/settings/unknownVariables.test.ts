import { assert, describe, it } from "@effect/vitest"
import { settingNames } from "../../src/settings/catalogue.ts"
import { unknownVariables } from "../../src/settings/unknownVariables.ts"

const said = (name: string): ReadonlyArray<string> => unknownVariables({ [`WALLET_STATEMENT_${name}`]: "canary" })

describe("a variable that begins as settings do and is none", () => {
  it.each([
    ["WALETS", "WALLETS"],
    ["WALLET", "WALLETS"],
    ["wallets", "WALLETS"],
    ["TIMEZONE", "TIME_ZONE"],
    ["PRIVATE_KEYFILE", "PRIVATE_KEY_FILE"],
    ["CONSUMER_SERCET", "CONSUMER_SECRET"],
    ["LOGFORMAT", "LOG_FORMAT"]
  ])("is told with the setting that is meant: %s", (name, meant) => {
    assert.deepStrictEqual(said(name), [
      `WALLET_STATEMENT_${name} is set and not read: there is no such setting; is WALLET_STATEMENT_${meant} meant?`
    ])
  })

  it.each(["HOME", "ACCEPT_WITHDRAWALS", "", "X"])("is told alone where no name is near: %s", (name) => {
    assert.deepStrictEqual(said(name), [`WALLET_STATEMENT_${name} is set and not read: there is no such setting.`])
  })

  it("is told without its value and with a name that is safe to print", () => {
    const [text = ""] = said(`a\u001b[2J${"b".repeat(1000)}`)
    assert.notInclude(text, "canary")
    assert.notInclude(text, "\u001b")
    assert.isBelow(text.length, 200)
  })

  it("is none of the settings, nor of other programs' variables", () => {
    const names = [...settingNames, "LOG_FORMAT"].map((name) => `WALLET_STATEMENT_${name}`)
    assert.deepStrictEqual(
      unknownVariables(Object.fromEntries([...names, "WALLETS", "PATH"].map((name) => [name, "x"]))),
      []
    )
  })
})
