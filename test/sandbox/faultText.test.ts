import { assert, describe, it } from "@effect/vitest"
import { knownFaults, parseFault, parseFaults } from "../../src/sandbox/index.ts"

describe("a fault as text", () => {
  it.each([
    ["statement:status=503@10%", { on: "statement", kind: "status", status: 503, when: { rate: 0.1 } }],
    ["login:slow=2000@first3", { on: "login", kind: "slow", millis: 2000, when: { first: 3 } }],
    ["statement:truncated@2,5", { on: "statement", kind: "truncated", when: { requests: [2, 5] } }],
    ["statement:no-answer", { on: "statement", kind: "no-answer" }],
    ["login:refused=come back @ 5", { on: "login", kind: "refused", message: "come back @ 5" }],
    ["statement:clock=-600", { on: "statement", kind: "clock", seconds: -600 }],
    ["login:address-refused", { on: "login", kind: "address-refused" }],
    ["statement:signature-refused@2", { on: "statement", kind: "signature-refused", when: { requests: [2] } }],
    ["record:missing@17,230", { kind: "missing", which: { records: [17, 230] } }],
    ["record:null-field=amount@0.5%", { kind: "null-field", field: "amount", which: { rate: 0.005 } }],
    ["record:blank-id", { kind: "blank-id", which: { rate: 1 } }]
  ])("is read: %s", (text, fault) => {
    assert.deepStrictEqual(parseFault(text) as unknown, fault)
  })

  it.each([
    "",
    "status=503",
    "statement:explode",
    "statement:status",
    "statement:status=abc",
    "statement:status=99",
    "statement:reset=1",
    "statement:reset@110%",
    "statement:reset@often",
    "record:missing@first2",
    "record:null-field=name",
    "login:missing",
    "login:signature-refused",
    "login:clock"
  ])("is refused: %s", (text) => {
    assert.isUndefined(parseFault(text))
  })

  it("is read as the list of known faults writes it, every one", () => {
    const [anywhere = "", statement = "", record = ""] = knownFaults.map((sentence) =>
      sentence.slice(sentence.lastIndexOf(": ") + 2, -1)
    )
    const texts = [
      ...anywhere.split(", ").flatMap((kind) => [`login:${kind}`, `statement:${kind}`]),
      ...statement.split(", ").map((kind) => `statement:${kind}`),
      ...record.split(", ").map((kind) => `record:${kind}`)
    ]
    assert.isAbove(texts.length, 40)
    assert.deepStrictEqual(texts.filter((text) => parseFault(text) === undefined), [])
  })

  it("is told with what its numbers count and which of several strikes", () => {
    const text = knownFaults.join(" ")
    assert.include(text, "Of several for the same request or record, the one that is given first strikes.")
    assert.include(text, "@2,5 (counted from 1)")
    assert.include(text, "@17,230 (each wallet's, the oldest is 0)")
  })

  it("is put with its kind, or named when it is none", () => {
    assert.deepStrictEqual(parseFaults(["record:missing", "login:reset"]), {
      faults: [{ on: "login", kind: "reset" }],
      recordFaults: [{ kind: "missing", which: { rate: 1 } }]
    })
    assert.deepStrictEqual(parseFaults(["login:reset", "nonsense"]), { notAFault: "nonsense" })
  })
})
