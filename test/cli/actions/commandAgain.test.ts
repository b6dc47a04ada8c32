import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { formatNamed } from "../../../src/analytics/export/formats/formatNamed.ts"
import { commandAgain } from "../../../src/cli/actions/export/commandAgain.ts"

const given = {
  db: Option.none<string>(),
  from: Option.none<string>(),
  to: Option.none<string>(),
  out: "a b.csv",
  unproven: false,
  wallet: []
}

describe("an export's command once more", () => {
  it.effect("has all that it was given, as a shell takes it, and replaces what it wrote", () =>
    Effect.gen(function*() {
      const plain = yield* Effect.fromResult(formatNamed({ name: "CSV", dialect: "Excel", goesOn: false }))
      assert.strictEqual(commandAgain(given, plain), "export csv --dialect excel --out 'a b.csv'")
      const qif = yield* Effect.fromResult(formatNamed({ name: "qif", dialect: null, goesOn: true }))
      const all = {
        ...given,
        db: Option.some("x.duckdb"),
        from: Option.some("2025-03-01"),
        to: Option.some("2025-03-31"),
        unproven: true,
        wallet: ["1", "2;3"]
      }
      assert.strictEqual(
        commandAgain(all, qif),
        "export qif --no-opening --out 'a b.csv' --wallet 1 --wallet '2;3' --from 2025-03-01 --to 2025-03-31 " +
          "--db x.duckdb --unproven --replace"
      )
    }))
})
