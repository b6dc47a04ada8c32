/**
 * What continuity finds and what it costs: `node bench/continuity.ts [statements] [rows]`.
 *
 * Draws that many statements (10,000) for each fault and ten times as many without one, ends known; then statements
 * with a block removed that sums to zero and statements with unknown ends; then wallets of every habit, see `lostRows.ts`,
 * a fifth as many of each size but the first; then times that many rows (1,000,000).
 * Everything follows from the seed in SEED (1).
 */
import { describe } from "../src/domain/Verdict.ts"
import * as Statements from "../test/continuity/statements.ts"
import { check, examine, reconstruct } from "../test/kit/continuity.ts"
import { countFalseAlarms, countLosses, countMistimed, sizes } from "./lostRows.ts"

const statements = Number(process.argv[2] ?? 10_000)
const rows = Number(process.argv[3] ?? 1_000_000)
const seed = Number(process.env["SEED"] ?? 1)
const mixes: ReadonlyArray<Statements.Amounts> = ["distinct", "mixed", "repeated"]

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const drawn = (index: number): readonly [Statements.Draw, Statements.Statement] => {
  const next = Statements.random(seed * 1_000_003 + index)
  const size = Statements.draw(next, 2, 120)
  const amounts = mixes[index % mixes.length] ?? "mixed"
  return [next, Statements.statement(next, size, amounts, Statements.draw(next, 1, 3))]
}

say(`seed ${seed}`)
for (const fault of Statements.faults) {
  let reported = 0
  let rightPlace = 0
  let single = 0
  let rightAmount = 0
  for (let index = 0; index < statements; index++) {
    const [next, statement] = drawn(index)
    const faulty = Statements.spoil(next, statement, fault)
    const { verdict } = check(Statements.shuffle(next, faulty.rows), statement)
    if (verdict.kind !== "gap") continue
    reported++
    if (verdict.gaps.length === 1) single++
    const found = verdict.gaps.filter((gap) =>
      (gap.from ?? -Infinity) <= faulty.localTime && faulty.localTime <= (gap.to ?? Infinity)
    )
    if (found.length > 0) rightPlace++
    if (verdict.gaps.reduce((sum, gap) => sum + gap.missing, 0n) === faulty.missing) rightAmount++
  }
  say(
    `${fault}: ${reported} of ${statements} reported, ${rightPlace} at the right place, ` +
      `${rightAmount} with the right amount, ${single} as one gap`
  )
}

let falseAlarms = 0
for (let index = 0; index < 10 * statements; index++) {
  const [next, statement] = drawn(index)
  if (check(Statements.shuffle(next, statement.rows), statement).verdict.kind !== "proven") falseAlarms++
}
say(`clean: ${falseAlarms} false alarms in ${10 * statements}`)

let blocks = 0
const blockKinds = new Map<string, number>()
const openKinds = new Map<string, number>()
const count = (kinds: Map<string, number>, kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
for (let index = 0; index < statements; index++) {
  const [next, statement] = drawn(index)
  const block = Statements.zeroSumBlock(next, statement)
  if (block !== undefined) {
    blocks++
    const { verdict } = check(Statements.shuffle(next, block), statement)
    count(blockKinds, `${verdict.kind}, ${describe(verdict).includes("sum to zero") ? "" : "not "}qualified`)
  }
  const cut = statement.rows.slice(next() < 0.5 ? 1 : 0, next() < 0.5 ? -1 : undefined)
  count(openKinds, check(Statements.shuffle(next, cut)).verdict.kind)
}
say(`zero-sum block removed (${blocks}): ${JSON.stringify(Object.fromEntries(blockKinds))}`)
say(`ends unknown (${statements}): ${JSON.stringify(Object.fromEntries(openKinds))}`)

for (const [index, each] of sizes.entries()) {
  const run = { statements: index === 0 ? statements : Math.ceil(statements / 5), seed, say }
  countLosses(run, each)
  countFalseAlarms({ ...run, statements: 10 * run.statements }, each)
  countMistimed(run, each)
}

const timed = <A>(label: string, run: () => A): A => {
  const before = performance.now()
  const result = run()
  say(`${label}: ${Math.round(performance.now() - before)} ms`)
  return result
}
for (const amounts of mixes) {
  for (const perSecond of [1, 3]) {
    const next = Statements.random(seed)
    const statement = Statements.statement(next, rows, amounts, perSecond)
    const shuffled = Statements.shuffle(next, statement.rows)
    const label = `${rows} rows, ${amounts} amounts, ${perSecond} a second, shuffled`
    timed(`${label}: check`, () => check(shuffled, statement))
    const positions = timed(`${label}: reconstruct`, () => reconstruct(shuffled, statement))
    timed(`${label}: both`, () => examine(shuffled, statement))
    const wrong = positions.filter((position, index) =>
      position !== null && shuffled[index]?.txnId !== statement.rows[position]?.txnId
    ).length
    const nulls = positions.filter((position) =>
      position === null
    ).length
    say(`${label}: ${rows - nulls} placed, ${wrong} of them wrong, ${nulls} without a place`)
    const faulty = Statements.shuffle(next, Statements.spoil(next, statement, "missing").rows)
    timed(`${label}: check with a row missing`, () => check(faulty, statement))
  }
}
