/**
 * What is said of exports of which rows are otherwise since.
 */
import { assert, describe, it } from "@effect/vitest"
import { groupedFindings } from "../../src/cli/output/findingGroups.ts"
import { Currency, WalletNo } from "../../src/domain/Wallet.ts"
import type { ChangedExport } from "../../src/pipeline/changedExports.ts"
import { decided } from "../../src/pipeline/decided.ts"
import { exportFindings } from "../../src/pipeline/exportFindings.ts"
import { money, period } from "../../src/testing/windows.ts"
import { clockOf } from "../kit/pullSettings.ts"

const walletNo = WalletNo.make("W-1")

const changed = (
  exported: Partial<ChangedExport["exported"]> = {},
  more: Partial<ChangedExport> = {}
): ChangedExport => ({
  exported: {
    kind: "export",
    format: "csv --dialect xero",
    days: period("2024-01-01", "2024-01-31"),
    currency: Currency.make("KES"),
    rows: 3,
    closing: null,
    place: "january.csv",
    unproven: false,
    upTo: 7,
    by: "a.muriuki",
    // The next day in Nairobi.
    at: Date.parse("2024-02-01T22:00:00Z"),
    ...exported
  },
  clock: clockOf("Africa/Nairobi"),
  isAsAccepted: undefined,
  rows: 5,
  merelyConfirmed: 0,
  merelyCarried: 0,
  unconfirmed: 0,
  changes: 6,
  moved: money("-25"),
  pending: 0,
  pendingMoved: money("0"),
  named: ["A", "B", "C"],
  ...more
})

const textOf = (...of: Parameters<typeof changed>): string =>
  exportFindings(walletNo, [changed(...of)]).map(({ explanation }) => explanation).join()

describe("the finding about a changed export", () => {
  it("says what was exported, which rows are otherwise, by how much, and both ways out", () => {
    assert.strictEqual(
      textOf(),
      "Since the days 2024-01-01 to 2024-01-31 were exported as csv --dialect xero (\"january.csv\", on 2024-02-02 by a.muriuki), " +
        "5 rows (\"A\", \"B\", \"C\" and 2 more) came, went or changed. That is 25.00 KES less than was exported. Export the " +
        "days again, `wallet-statement export csv --dialect xero --wallet W-1 --from 2024-01-01 --to 2024-01-31 --out PATH`, " +
        "or enter the difference where the file went; then accept this."
    )
  })

  it("names one day and one row as such, an amount without a currency, and asks for unproven days as before", () => {
    const text = textOf(
      { days: period("2024-01-05", "2024-01-05"), currency: null, unproven: true },
      { rows: 1, named: ["A"], moved: money("0.5"), clock: undefined }
    )
    for (
      const words of [
        "Since 2024-01-05 was exported",
        "on 2024-02-01",
        "1 row (\"A\")",
        "0.50 more",
        "PATH --unproven`"
      ]
    ) assert.include(text, words)
  })

  it("says that the sum is what it was where that is so", () => {
    assert.include(textOf({}, { moved: money("0") }), "Their sum is what it was.")
  })

  it("tells apart what was never confirmed, since most files leave it out, and of no difference of money where that is all", () => {
    const all = textOf({}, { rows: 1, named: ["PEND"], moved: money("0"), pending: 1, pendingMoved: money("50") })
    assert.include(
      all,
      "The sum of the confirmed ones is what it was; beside that 1 row that is not confirmed (50.00 KES more), which most " +
        "formats leave out unless the balance moved with it. Export"
    )
    assert.include(all, "or enter the difference where a file went that has such rows; then accept this.")
    assert.include(
      textOf({}, { pending: 2, pendingMoved: money("-50") }),
      "That is 25.00 KES less than was exported; beside that 2 rows that are not confirmed (50.00 KES less), which most formats " +
        "leave out unless the balance moved with them. Export"
    )
  })

  it("says which are merely confirmed since, since the file may have left them out of its sums", () => {
    assert.include(
      textOf({}, { moved: money("0"), merelyConfirmed: 2 }),
      "Their sum is what it was. 2 of them are merely confirmed since, or no longer: the file may have other sums without them. Export"
    )
    assert.include(textOf({}, { rows: 1, named: ["A"], merelyConfirmed: 1 }), " It is merely confirmed since")
    assert.include(textOf({}, { merelyConfirmed: 5 }), " They are merely confirmed since")
  })

  it("counts rows apart whose balance alone moved, and names none of them beside others", () => {
    const late = textOf({}, { rows: 486, merelyCarried: 485, named: ["LATE", "B", "C"], moved: money("12.34") })
    assert.include(
      late,
      "1 row (\"LATE\") came, went or changed. That is 12.34 KES more than was exported. The balances of 485 other rows"
    )
    const before = textOf({}, { rows: 2, merelyCarried: 2, named: ["A", "B"], moved: money("0") })
    assert.include(before, "2 rows (\"A\", \"B\")")
    assert.include(before, "Their sum is what it was. They have other balances")
  })

  it("tells hostile texts as text", () => {
    const text = textOf({ format: "x`; rm\u202e", place: "a\n\"\u0007", by: "\u001b[2J" }, { named: ["\u0000"] })
    assert.notMatch(text, /[\p{C}]/u)
    assert.include(text, "\\u{202e}")
  })

  it("has an id of its own for each export, format, currency and days, whatever changed", () => {
    const all = [
      changed(),
      changed({ format: "ofx" }),
      changed({ currency: Currency.make("USD") }),
      changed({ upTo: 8 }),
      changed({ days: period("2024-01-02", "2024-01-31") })
    ]
    const ids = decided(walletNo, exportFindings(walletNo, all), new Map()).map(({ id }) => id)
    assert.strictEqual(new Set(ids).size, all.length)
    const later = decided(walletNo, exportFindings(walletNo, [changed({}, { rows: 9, moved: money("1") })]), new Map())
    assert.strictEqual(later[0]?.id, ids[0])
  })

  it("is told with others of its kind under one explanation", () => {
    const findings = decided(walletNo, exportFindings(walletNo, [changed(), changed({ format: "ofx" })]), new Map())
    const { alike, alone } = groupedFindings([{ wallet: walletNo, findings }])
    assert.deepStrictEqual(alone.flatMap((each) => each.findings), [])
    assert.lengthOf(alike, 3)
    assert.include(
      alike[1],
      "2024-01-01 to 2024-01-31: csv --dialect xero \"january.csv\" of 2024-02-02, 5 rows (\"A\", \"B\", \"C\" and 2 more), " +
        "25.00 KES less than was exported"
    )
  })
})
