/**
 * Worlds as text, so that what once went wrong can be played again whatever is drawn by then. A line of JSON each: the
 * world, then for each run what the ledgers have come to since the last one, and what the run is told to do; in the end
 * whether the calm run has anchors.
 *
 * How the service replies is not written down: it follows from the seed and from how many draws there were before a run.
 */
import { type EntryJson, entryOf, entryText } from "./entryText.ts"
import type { Order } from "./Order.ts"
import type { Stage } from "./Process.ts"
import type { Scenario } from "./Scenario.ts"
import type { Script } from "./Script.ts"
import type { Ledger, World } from "./World.ts"

/** What does not change in a world. */
export interface WorldJson {
  readonly about: string
  readonly scenario: Scenario
  readonly wallets: ReadonlyArray<{
    readonly walletNo: string
    readonly chains: ReadonlyArray<{ readonly currency: string; readonly opening: string }>
    readonly reading: Ledger["reading"]
  }>
}

/** What a ledger's entries have come to: those that are new or other than before, and the keys of all when they changed. */
interface Changes {
  readonly entries: ReadonlyArray<EntryJson>
  readonly keys?: ReadonlyArray<number>
}

interface StepJson {
  /** The instant at which the run begins, in milliseconds, and how many draws there were by then. */
  readonly at: number
  readonly drawn: number
  readonly ledgers: ReadonlyArray<Changes>
  /** Null for the calm run behind all others. */
  readonly order: Order | null
  readonly anchored?: boolean
}

/** A script that writes down what it plays, line by line. */
export function* recorded(script: Script, stage: Stage, write: (line: string) => void): Script {
  const { chance, scenario, time, world } = stage
  write(JSON.stringify(worldJson(scenario, world)))
  const before = world.ledgers.map(() => new Map<number, string>())
  const step = (order: Order | null, anchored?: boolean): void => {
    const ledgers = world.ledgers.map((ledger, index) => changesSince(before[index] ?? new Map(), ledger))
    write(JSON.stringify({ at: time.now, drawn: chance.drawn, order, anchored, ledgers }))
  }
  let next = script.next()
  while (next.done !== true) {
    step(next.value)
    const ending = yield next.value
    next = script.next(ending)
  }
  step(null, next.value)
  return next.value
}

const worldJson = (scenario: Scenario, { ledgers }: World): WorldJson => ({
  about: "",
  scenario,
  wallets: ledgers.map(({ chains, reading, walletNo }) => ({
    walletNo,
    chains: chains.map(({ currency, opening }) => ({ currency, opening: String(opening) })),
    reading
  }))
})

const changesSince = (before: Map<number, string>, ledger: Ledger): Changes => {
  const keysBefore = [...before.keys()].join(" ")
  const texts = new Map(ledger.entries.map((entry) => [entry.key, entryText(ledger, entry)]))
  const entries = [...texts].filter(([key, text]) => before.get(key) !== text).map(([, text]): EntryJson =>
    JSON.parse(text)
  )
  const keys = [...texts.keys()]
  before.clear()
  for (const [key, text] of texts) before.set(key, text)
  return keys.join(" ") === keysBefore || keysBefore === "" ? { entries } : { entries, keys }
}

/** A recorded world. */
export interface Recording {
  readonly world: WorldJson
  readonly steps: ReadonlyArray<StepJson>
}

/** Reads a recorded world. */
export const readRecording = (text: string): Recording => {
  const [first = "", ...rest] = text.trim().split("\n")
  return { world: JSON.parse(first), steps: rest.map((line): StepJson => JSON.parse(line)) }
}

/** The ledgers of a recorded world, still without entries. */
export const ledgersOf = ({ wallets }: WorldJson): ReadonlyArray<Ledger> =>
  wallets.map(({ chains, reading, walletNo }) => ({
    walletNo,
    chains: chains.map(({ currency, opening }) => ({ currency, opening: BigInt(opening) })),
    reading,
    entries: []
  }))

/** Plays what was recorded; every run of it, whatever comes of them. */
export function* replayed({ steps }: Recording, { chance, time, world }: Stage): Script {
  for (const { anchored, at, drawn, ledgers, order } of steps) {
    time.now = Math.max(time.now, at)
    chance.goTo(drawn)
    for (const [index, ledger] of world.ledgers.entries()) {
      change(ledger, ledgers[index] ?? { entries: [] })
      world.settle(ledger)
    }
    if (order === null) return anchored === true
    yield order
  }
  return false
}

const change = (ledger: Ledger, { entries, keys }: Changes): void => {
  const all = new Map(ledger.entries.map((entry) => [entry.key, entry]))
  for (const json of entries) all.set(json.key, entryOf(ledger, json))
  ledger.entries = (keys ?? [...all.keys()]).flatMap((key) => all.get(key) ?? [])
}
