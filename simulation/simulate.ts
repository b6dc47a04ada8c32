/**
 * One seed: a service and its habits, a few runs of the program with everything that befalls them, and at the end a
 * calm run and the same once more.
 */
import { Cause, Effect } from "effect"
import type { WalletReport } from "../src/domain/RunReport.ts"
import type { OpenDatabase } from "../src/sink/duckdb/file/DatabaseFile.ts"
import type { SinkError } from "../src/sink/Sink.ts"
import { dayAt, dayText } from "./calendar.ts"
import { Chance } from "./Chance.ts"
import { isHole } from "./oracle/holes.ts"
import { Oracle } from "./oracle/Oracle.ts"
import { describe, type Order } from "./Order.ts"
import type { Planted } from "./Planted.ts"
import { runOnce, type Stage } from "./Process.ts"
import { ledgersOf, recorded, type Recording, replayed } from "./Recording.ts"
import { drawScenario, type Scenario } from "./Scenario.ts"
import { drawScript, type Script } from "./Script.ts"
import { Service } from "./Service.ts"
import { isPlain } from "./ServiceDays.ts"
import { type Circumstances, inDuckDb, inDuckDbFile, inMemory, type Storage } from "./Storage.ts"
import { Story } from "./Story.ts"
import { VirtualTime } from "./VirtualTime.ts"
import { type Ledger, World } from "./World.ts"

/** How a world is simulated. */
export interface SimulationOptions {
  /** Keep the story's lines. */
  readonly verbose?: boolean
  /** Keep statements in a DuckDB, which is in memory or a file, instead of in tables in memory. */
  readonly duckDb?: boolean | "file"
  /** A bug that the program has meanwhile. */
  readonly planted?: Planted
  /** Told the lines of a recording. */
  readonly record?: (line: string) => void
}

interface Play {
  readonly scenario: Scenario
  readonly chance: Chance
  readonly ledgers?: ReadonlyArray<Ledger>
  readonly script: (stage: Stage) => Script
}

/** Simulates one seed and gives its story; whatever is wrong stands in its complaints. */
export const simulate = (seed: number, options: SimulationOptions = {}): Effect.Effect<Story> => {
  const chance = new Chance(seed)
  const script = (stage: Stage): Script =>
    options.record === undefined ? drawScript(stage) : recorded(drawScript(stage), stage, options.record)
  return perform({ scenario: drawScenario(seed, chance), chance, script }, options)
}

/** Plays a recorded world again and gives its story. */
export const replay = (recording: Recording, options: SimulationOptions = {}): Effect.Effect<Story> => {
  const { scenario } = recording.world
  return perform({
    scenario,
    chance: new Chance(scenario.seed),
    ledgers: ledgersOf(recording.world),
    script: (stage) => replayed(recording, stage)
  }, options)
}

const perform = Effect.fnUntraced(function*(
  { chance, ledgers, scenario, script }: Play,
  options: SimulationOptions
): Effect.fn.Return<Story> {
  const time = new VirtualTime(scenario.today * 86_400_000 + scenario.hour * 3_600_000)
  const now = (): number => time.now
  const story = new Story(options.verbose === true, now)
  const world = new World(scenario, chance, ledgers)
  const service = new Service(scenario, world, chance, story, now)
  const oracle = new Oracle(scenario, world, service, story, now)
  const alter = options.planted?.database ?? ((database: OpenDatabase) => database)
  const storage = yield* storageOf(options.duckDb, { time, seed: scenario.seed, alter })
  tellScenario(scenario, story)
  if (options.duckDb !== undefined && options.duckDb !== false) story.count("kept in a DuckDB")
  const { planted } = options
  const stage: Stage = { scenario, world, service, storage, time, chance, oracle, story, planted }
  yield* play(stage, script(stage)).pipe(
    Effect.catchCause((cause) => Effect.sync(() => story.complain(`the simulation broke: ${Cause.pretty(cause)}`))),
    Effect.ensuring(storage.remove)
  )
  return story
})

const storageOf = (duckDb: SimulationOptions["duckDb"], circumstances: Circumstances): Effect.Effect<Storage> =>
  duckDb === "file"
    ? Effect.sync(() => inDuckDbFile(circumstances))
    : duckDb === true
    ? Effect.orDie(inDuckDb(circumstances))
    : Effect.sync(inMemory)

const play = Effect.fnUntraced(function*(stage: Stage, script: Script): Effect.fn.Return<void, SinkError> {
  const { service, story } = stage
  let next = script.next()
  while (next.done !== true) {
    const order = next.value
    story.tell(() => `run: ${describe(order, dayText)}`)
    const { ending } = yield* runOnce(stage, order)
    if (story.complaints.length > 0) return
    next = script.next(ending._tag)
  }
  service.isCalm = true
  service.weather = { fault: 0, revocation: 0, refusal: 0, omission: 0, repeat: 0, poor: 0 }
  yield* settle(stage, next.value)
})

/** Whether a watermark stands at a day or behind it, as behind midnight. */
const reaches = (watermark: string | null, day: number): boolean => watermark !== null && watermark >= dayText(day)

/** Everything that was late has come, and the service leaves nothing out: now all must be right, and stay so. */
const settle = Effect.fnUntraced(function*(stage: Stage, anchored: boolean): Effect.fn.Return<void, SinkError> {
  const { oracle, scenario, story, time, world } = stage
  const yesterday = dayAt(scenario.zone, time.now) - 1
  for (const ledger of world.ledgers) {
    for (const entry of ledger.entries) {
      if (entry.day <= yesterday) entry.visibleFrom = Math.min(entry.visibleFrom, time.now)
    }
  }
  const order: Order = {
    from: world.firstDay,
    to: yesterday,
    lookbackDays: 0,
    anchored,
    stop: null,
    failingCommit: null
  }
  const calm: Stage = {
    ...stage,
    scenario: { ...scenario, patience: { ...scenario.patience, runTimeoutMillis: 86_400_000 } }
  }
  story.tell(() => `calm run: ${describe(order, dayText)}`)
  const first = yield* runOnce(calm, order)
  if (first.ending._tag !== "Ended") return story.complain(`a calm run ended as ${first.ending._tag}`)
  for (const { error, walletNo } of first.ending.result.failures) {
    story.complain(`${walletNo}: failed though nothing went wrong: ${error.message}`)
  }
  // Days before those that are asked for, which a doubted answer left open, are for the run that goes on from the watermark.
  const mayStay = ({ findings, wallet, watermark }: Pick<WalletReport, "findings" | "wallet" | "watermark">): boolean =>
    oracle.hasCutOffDay(wallet) || oracle.heldRows(wallet) > 0 || findings.some(isHole) ||
    !reaches(watermark, world.firstDay - 1)
  for (const report of first.ending.result.report.wallets) {
    const { wallet, watermark } = report
    story.expect(
      reaches(watermark, yesterday) || mayStay(report),
      () => `${wallet}: the watermark stays at ${watermark}`
    )
  }
  // What a service holds back of an answer may be other records the next time.
  if (story.complaints.length > 0 || scenario.cap !== undefined) return
  story.tell(() => "the same run again")
  // A day that was cut off may be asked for more narrowly now.
  const wasCutOff = new Set(
    world.ledgers.flatMap(({ walletNo }) => (oracle.hasCutOffDay(walletNo) ? [walletNo] : []))
  )
  const second = yield* runOnce(calm, order)
  if (second.ending._tag !== "Ended") return story.complain(`a second calm run ended as ${second.ending._tag}`)
  // Of days before those that were asked for another answer may happen to show more.
  const wallets = second.ending.result.report.wallets.filter(({ wallet }) =>
    !wasCutOff.has(wallet) && !oracle.hasCutOffDay(wallet) && !oracle.hasDayBefore(wallet, order.from) &&
    !oracle.hasLoadedBehind(wallet, yesterday)
  )
  // A row whose hour can be read in two ways does not tell where days begin, and may be missed before it is seen.
  const mayCome = scenario.oddities && !isPlain(scenario)
  let allSettled = 0
  const heldBefore = new Map(first.ending.result.report.wallets.map(({ held, wallet }) => [wallet, held]))
  for (const { held, rows, wallet } of wallets) {
    const back = mayCome ? Math.min(rows.withdrawn, rows.returned) : 0
    // An answer that reaches farther may show on which other day a held row stands.
    const settled = Math.min(rows.withdrawn - back, Math.max(0, (heldBefore.get(wallet) ?? 0) - held))
    allSettled += settled
    const differences = rows.inserted + rows.changed + rows.withdrawn + rows.returned - 2 * back - settled
    story.expect(differences === 0, () => `${wallet}: the same again is not the same: ${JSON.stringify(rows)}`)
    story.count(back === 0 ? "same run again without a difference" : "same run again, a row gone and back")
  }
  if (wallets.length === world.ledgers.length && !mayCome) {
    story.expect(second.events <= allSettled, () => `the same again left ${second.events} events`)
  }
  if (story.complaints.length > 0 || !world.ledgers.some(({ walletNo }) => oracle.heldRows(walletNo) > 0)) return
  story.tell(() => "the same run, accepting")
  const third = yield* runOnce(calm, { ...order, accepts: true })
  if (third.ending._tag !== "Ended") return story.complain(`an accepting run ended as ${third.ending._tag}`)
  story.count("what was held is accepted at the end")
  for (const report of third.ending.result.report.wallets) {
    // With rows gone other days are asked for together, and an answer that lacks a row of theirs is doubted for the first time.
    const { wallet, watermark } = report
    const held = oracle.heldRows(wallet, oracle.run)
    story.expect(
      held === 0 || oracle.hasCutOffDay(wallet),
      () => `${wallet}: ${held} rows are still held, though that was accepted`
    )
    story.expect(
      reaches(watermark, yesterday) || mayStay(report),
      () => `${wallet}: the watermark stays at ${watermark}, though all is accepted`
    )
  }
})

const tellScenario = (scenario: Scenario, story: Story): void => {
  const { dateBounds, habit, limit, order, policy, style, wallets, zone } = scenario
  story.tell(() => JSON.stringify(scenario))
  if (scenario.cap !== undefined) story.count("cap below the limit")
  if (scenario.days !== undefined) story.count("days that begin elsewhere")
  if (scenario.change !== undefined) story.count("days that change")
  story.count(`balances ${scenario.shape ?? "wide"}`)
  for (const fact of [`order ${order}`, `habit ${habit.name}`, `settings say ${dateBounds}`, `marker ${policy}`]) {
    story.count(fact)
  }
  for (const fact of [`zone ${zone}`, `traffic ${style}`, `limit ${limit}`, `wallets ${wallets}`]) story.count(fact)
}
