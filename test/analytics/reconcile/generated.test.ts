/**
 * Books with known truth: nothing is called matched that is not, and what has one candidate is found.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { type FeeRule, feeRulesOf } from "../../../src/analytics/reconcile/feeRules.ts"
import { isThorough } from "../../kit/cases.ts"
import { type Case, feeFormula, type Kind, makeCase, netOf, randomOf } from "./books.ts"
import { type Found, matched } from "./matched.ts"

const days = 3

/** Other seeds than the usual ones, as `FIRST-LAST`. */
const [first = 1, last = 4] = (process.env["RECONCILE_SEEDS"] ?? (isThorough ? "1-4" : "1-1")).split("-").map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index)
const kinds: ReadonlyArray<Kind> = ["ids", "references", "times"]

const key = (statement: ReadonlyArray<number>, books: ReadonlyArray<number>): string =>
  [statement, books].map((rows) => rows.toSorted((left, right) => left - right).join()).join("|")

const dayOf = (text: string): number => Date.parse(text.slice(0, 10)) / 86_400_000

/** Whether what is known by amount and time, or by a reference that comes again, is alone in that: counted row by row. */
const hasOneCandidate = ({ books, statement }: Case, kind: Kind, hasFees: boolean) => {
  const sums = new Map<string, number>()
  for (const { amount, txnId } of statement) sums.set(txnId, (sums.get(txnId) ?? 0) + amount)
  const entries = [
    ...statement.map(({ amount, at, description, txnId }) => ({ amount, day: dayOf(at), description, txnId })),
    ...statement.filter(({ leg }) => leg === 1).map(({ at, description, txnId }) => ({
      amount: sums.get(txnId) ?? 0,
      day: dayOf(at),
      description,
      txnId
    }))
  ]
  const candidates = (amount: number) => hasFees ? [amount, netOf(amount)] : [amount]
  return (rows: ReadonlyArray<number>, [entered = -1]: ReadonlyArray<number>): boolean => {
    const [theirs, ours] = [books[entered], statement[rows[0] ?? -1]]
    if (theirs === undefined || ours === undefined) return false
    const isRepeated = theirs.reference?.startsWith("ACC-") === true
    if (kind !== "times" && !isRepeated) return true
    const wanted = candidates(theirs.amount)
    const isAlike = (amounts: ReadonlyArray<number>, day: number, text: string | null) =>
      amounts.some((amount) => wanted.includes(amount)) &&
      (!isRepeated || text?.includes(theirs.reference ?? "") === true) && Math.abs(day - dayOf(theirs.day)) <= 2 * days
    const isOther = entries.some(({ amount, day, description, txnId }) =>
      isAlike([amount], day, description) && txnId !== ours.txnId
    )
    return !isOther &&
      books.filter(({ amount, day, reference }) => isAlike(candidates(amount), dayOf(day), reference)).length === 1
  }
}

/** What was found of rows, by what stands in them: it is the same for rows that are the same in all. */
const contents = ({ books, statement }: Case, found: ReadonlyArray<Found>): ReadonlyArray<string> =>
  found.map((group) =>
    JSON.stringify([
      group.list,
      group.by,
      group.difference,
      group.statement.map((place) => JSON.stringify(statement[place])).toSorted(),
      group.books.map((place) => JSON.stringify(books[place])).toSorted()
    ])
  ).toSorted()

const shuffled = <A>(values: ReadonlyArray<A>, seed: number): ReadonlyArray<A> => {
  const random = randomOf(seed)
  return values.map((value) => [random(), value] as const).toSorted(([left], [right]) => left - right).map((
    [, value]
  ) => value)
}

describe("generated books", () => {
  for (const [kind, hasFees] of kinds.flatMap((each) => [[each, false], [each, true]] as const)) {
    for (const seed of seeds) {
      it.effect(
        `of seed ${seed}, known by ${kind}${hasFees ? ", with fees" : ""}, are matched rightly, and in any order alike`,
        () =>
          Effect.gen(function*() {
            const made = makeCase(seed, kind, 1200, days, hasFees)
            const fees: ReadonlyArray<FeeRule> = Result.getOrThrow(feeRulesOf(hasFees ? [feeFormula] : []))
            const found = yield* matched(made.statement, made.books, days, fees)
            const about = `seed ${seed}, ${kind}${hasFees ? ", with fees" : ""}`

            const truth = new Map(made.truth.map((each) => [key(each.statement, each.books), each]))
            // Where another row has the payment's id by mistake, its fee is nobody's for sure.
            const isPaymentOf = (
              [row = -1, ...others]: ReadonlyArray<number>,
              entered: ReadonlyArray<number>
            ): boolean =>
              others.length === 0 &&
              made.truth.some(({ books, fate, statement }) =>
                fate === "charged" && statement[0] === row && books.join() === entered.join()
              )
            const paired = found.filter(({ list }) => list === "matched")
            assert.deepStrictEqual(
              paired.filter(({ books, statement }) => {
                const fate = truth.get(key(statement, books))?.fate
                return (fate === undefined && !isPaymentOf(statement, books)) || fate === "wrong amount"
              }),
              [],
              `${about}: called matched, and is not`
            )

            const called = new Set(paired.map(({ books, statement }) => key(statement, books)))
            const isOnly = hasOneCandidate(made, kind, hasFees)
            const known = made.truth.filter(({ books, fate, statement }) =>
              !["missing", "invented", "doubled", "wrong amount"].includes(fate) && isOnly(statement, books)
            )
            const recall = known.filter(({ books, statement }) => called.has(key(statement, books))).length /
              known.length
            assert.isAbove(known.length, 500, about)
            assert.isAtLeast(recall, 0.98, about)
            assert.deepStrictEqual(
              made.truth.filter(({ books, fate, statement }) =>
                fate === "doubled" && called.has(key(statement, books))
              ),
              [],
              about
            )

            const booksRows = found.flatMap(({ books }) => books)
            assert.strictEqual(new Set(booksRows).size, booksRows.length, `${about}: a row of the books stands twice`)
            const decided = found.filter(({ list }) => list !== "doubtful").flatMap(({ statement }) => statement)
            assert.strictEqual(
              new Set(decided).size,
              decided.length,
              `${about}: a row of the statement is matched twice`
            )
            const candidates = found.filter(({ list }) => list === "doubtful").flatMap(({ statement }) => statement)
            assert.isFalse(candidates.some((row) => decided.includes(row)), `${about}: a candidate is another's`)
            for (const { books, list, statement } of found) {
              assert.isAbove(books.length, 0, `${about}: ${list}`)
              assert.isAbove(statement.length, 0, `${about}: ${list}`)
            }

            const again: Case = {
              ...made,
              statement: shuffled(made.statement, seed + 1),
              books: shuffled(made.books, seed + 2)
            }
            assert.deepStrictEqual(
              contents(again, yield* matched(again.statement, again.books, days, fees)),
              contents(made, found),
              `${about}: the order changes something`
            )
          }),
        60_000
      )
    }
  }
})
