import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { lookOf, serverSaid } from "../../../src/transport/words/serverText.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("what a body looks like", () => {
  it.each([
    ["{}", "object"],
    [" \n{\"a\":1}\r\n\t", "object"],
    ["{", "cut-off"],
    ["{\"a\":", "cut-off"],
    ["", "cut-off"],
    [" \n ", "cut-off"],
    ["<html></html>", "html"],
    ["\n <!DOCTYPE html>", "html"],
    ["[]", "other"],
    ["OK}", "other"],
    ["\"{}\"", "other"]
  ])("is, of %j, %s", (text, look) => {
    assert.strictEqual(lookOf(bytes(text)), look)
  })
})

describe("what the service says", () => {
  it.each([
    [`{"message":"try later"}`, `"try later"`],
    [`{"message":"a \\u001b[2J card 4111111111111111"}`, `"a \\u{1b}[2J card ************1111"`],
    [`{"message":"the token canary-token"}`, `"the token <redacted>"`],
    [`{"message":""}`, ""],
    [`{"message":7}`, ""],
    [`{"message":null}`, ""],
    [`{"error":"no"}`, ""],
    [`["message"]`, ""],
    ["{\"message\":\"cut", ""],
    ["plain text", ""],
    ["", ""],
    ["<html>message</html>", "an HTML page, as a gateway sends it"]
  ])("is, of %j, %s", (body, said) => {
    assert.strictEqual(serverSaid(bytes(body), [Redacted.make("canary-token")]), said)
  })
})
