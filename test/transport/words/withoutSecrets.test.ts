import { assert, describe, it, vi } from "@effect/vitest"
import { Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { withoutSecrets } from "../../../src/transport/words/withoutSecrets.ts"
import { canaryOf, CanarySearch, disguises } from "../../kit/canary.ts"

const without = (text: string, ...secrets: ReadonlyArray<string>): string =>
  withoutSecrets(text, secrets.map((secret) => Redacted.make(secret)))

describe("a text of others without secrets", () => {
  it.each(Object.entries(disguises))("has none that is written %s", (_, disguise) => {
    for (let repeat = 0; repeat < 50; repeat++) {
      const bytes = randomBytes(15 + repeat)
      for (const secret of [bytes.toString("base64"), bytes.toString("hex"), `${bytes.toString("base64url")}/+"`]) {
        const search = new CanarySearch([canaryOf("secret", secret)])
        const text = `Invalid: ${disguise(secret)}; try again`
        assert.isNotEmpty(search.in(text), text)
        assert.isEmpty(search.in(without(text, "another-secret-of-ours", secret)), text)
      }
    }
  })

  it("keeps what stands around them", () => {
    const secret = "Zq8Lw2Xn5Vb1Kd7R"
    assert.strictEqual(without(`before ${secret} after`, secret), "before <redacted> after")
    assert.strictEqual(without("nothing of ours is here, it says", secret), "nothing of ours is here, it says")
    assert.strictEqual(
      without(`key=${secret.slice(0, 12)}; ${secret.slice(4)}.`, secret),
      "key=<redacted>; <redacted>."
    )
    assert.strictEqual(
      without(`${secret.slice(0, 11)} is too short to tell`, secret),
      "Zq8Lw2Xn5Vb is too short to tell"
    )
  })

  it("keeps every text around several pieces, up to the first and from the last character on", () => {
    const secret = "Zq8Lw2Xn5Vb1Kd7R"
    const [head, tail] = [secret.slice(0, 12), secret.slice(4)]
    assert.strictEqual(without(head, secret), "<redacted>")
    assert.strictEqual(without(`a${head}`, secret), "a<redacted>")
    assert.strictEqual(without(`${tail}z`, secret), "<redacted>z")
    assert.strictEqual(without(`${head} and ${tail} and ${head}.`, secret), "<redacted> and <redacted> and <redacted>.")
    assert.strictEqual(without(`${head}${tail}`, secret), "<redacted><redacted>")
    assert.strictEqual(without(head.toLowerCase(), secret), "<redacted>")
    assert.strictEqual(without(head.split("").join("\\n"), secret), "<redacted>")
    assert.strictEqual(without(head.split("").join("-"), secret), "<redacted>")
    assert.strictEqual(without(`${head} ${tail}`, "another-secret-of-ours", secret), "<redacted> <redacted>")
  })

  it("finds what is written for an address or in hexadecimal, as a whole", () => {
    const secret = "a?/+"
    for (
      const form of ["a?/+", "a%3F%2F%2B", "a%3f%2f%2b", "613f2f2b", "613F2F2B", "YT8vKw==", "YT8vKw", "E/Lys", "hPy8r"]
    ) {
      assert.notInclude(without(`it is ${form}.`, secret), form, form)
    }
    const bytes = ">>>???"
    for (const form of ["Pj4+Pz8/", "Pj4-Pz8_"]) assert.strictEqual(without(`x ${form} y`, bytes), "x <redacted> y")
  })

  it("are looked for at each place with one look for each secret, which is taken apart once and only when needed", () => {
    const secrets = Array.from({ length: 34 }, () => Redacted.make(randomBytes(256).toString("base64")))
    const text = "The request was refused. ".repeat(80)
    const kept = vi.spyOn(Set.prototype, "add")
    const looks = vi.spyOn(Set.prototype, "has")
    const workFor = (searched: string) => {
      kept.mockClear()
      looks.mockClear()
      assert.strictEqual(withoutSecrets(searched, secrets), searched)
      return { kept: kept.mock.calls.length, looks: looks.mock.calls.length }
    }
    try {
      assert.deepStrictEqual(workFor("- no: way -"), { kept: 0, looks: 0 })
      assert.isAbove(workFor(text).kept, 34 * 256)
      const again = workFor(text)
      assert.strictEqual(again.kept, 0)
      assert.isAtMost(again.looks, 2 * text.length * secrets.length)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it("takes short ones out as a whole, but not so short ones that words would go with them", () => {
    assert.strictEqual(without("pin 4711 and cGluIDQ3MTE=", "4711"), "pin <redacted> and cGluID<redacted>E=")
    assert.strictEqual(without("abc", "abc"), "abc")
    assert.strictEqual(without("anything", ""), "anything")
  })
})
