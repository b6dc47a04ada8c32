/**
 * One run of the program, from its start to its end or to its being stopped.
 */
import { Cause, Clock, Effect, Exit, type Fiber, Layer, Random, Scope } from "effect"
import { HttpClient } from "effect/http"
import { Auth } from "../src/auth/Auth.ts"
import { AcceptWithdrawals } from "../src/pipeline/AcceptWithdrawals.ts"
import { run as pull } from "../src/pipeline/Pull.ts"
import { retryQuarantine } from "../src/pipeline/retryQuarantine.ts"
import { PullSettings } from "../src/settings/PullSettings.ts"
import { Signer } from "../src/signer/Signer.ts"
import { Sink, type SinkError } from "../src/sink/Sink.ts"
import { Statement } from "../src/statement/Statement.ts"
import { Transport } from "../src/transport/Transport.ts"
import { endsOf } from "./anchors.ts"
import { dayAt } from "./calendar.ts"
import type { Chance } from "./Chance.ts"
import { CommitLedger } from "./CommitLedger.ts"
import type { Reading } from "./Entry.ts"
import type { Oracle } from "./oracle/Oracle.ts"
import type { Ending } from "./oracle/reports.ts"
import type { Order, Stop } from "./Order.ts"
import type { Planted } from "./Planted.ts"
import type { Scenario } from "./Scenario.ts"
import type { Service } from "./Service.ts"
import { account, settingsOf, transportOf } from "./settings.ts"
import type { Storage } from "./Storage.ts"
import type { Story } from "./Story.ts"
import type { VirtualTime } from "./VirtualTime.ts"
import { watch } from "./WatchedSink.ts"
import type { Ledger, World } from "./World.ts"

/** What stays the same for all runs of a seed. */
export interface Stage {
  readonly scenario: Scenario
  readonly world: World
  readonly service: Service
  readonly storage: Storage
  readonly time: VirtualTime
  readonly chance: Chance
  readonly oracle: Oracle
  readonly story: Story
  readonly planted: Planted | undefined
}

/** More tasks than any sound run takes. */
const mostSteps = 3_000_000

/** Runs the program once, and lets the oracle look at what it left; gives how it ended, and how many events it left. */
export const runOnce = Effect.fnUntraced(function*(
  stage: Stage,
  order: Order
): Effect.fn.Return<{ readonly ending: Ending; readonly events: number }, SinkError> {
  const { chance, oracle, planted, scenario, service, storage, story, time, world } = stage
  for (const ledger of world.ledgers) ledger.reading = readingOf(ledger, order, scenario)
  const ends = endsOf(world, order, dayAt(scenario.zone, time.now))
  oracle.expectRun(order, scenario.patience, ends)
  service.attempts = []
  service.run++
  service.isDated = (order.aheadMillis ?? 0) !== 0
  const scope = yield* Scope.make()
  const sink = yield* Scope.provide(storage.open, scope)
  const state: { stop: Stop | undefined } = { stop: undefined }
  const ledger = new CommitLedger(oracle, story)
  const isTold = storage.written === null
  const watched = watch(planted?.store?.(sink) ?? sink, {
    order,
    chance,
    story,
    onBeginning: ({ runId }) => ledger.beginning(runId),
    onBegin: () => (isTold ? oracle.onBegin() : undefined),
    onGiven: (window) => ledger.given(window),
    onCommit: (committed) => (isTold ? oracle.onCommit(committed) : ledger.returned(committed)),
    onStop: (stop) => {
      state.stop = stop
    },
    ...(isTold ? {} : { refuse: ({ receipt }) => storage.refuse(receipt.sha256) })
  })
  const statement = Statement.layer().pipe(
    Layer.provide(Auth.layer(account)),
    Layer.provide(Signer.layerTest),
    Layer.provide(Transport.layer(account, transportOf(scenario))),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, service.client))
  )
  const settings = settingsOf(scenario, world, order, oracle.run, ends)
  const pulling = pull.pipe(Effect.map((result): Ending => ({ _tag: "Ended", result })))
  const retrying = retryQuarantine.pipe(Effect.as<Ending>({ _tag: "Retried" }))
  const program = (order.retry === undefined ? pulling : retrying).pipe(
    Effect.updateService(Statement, (service) => planted?.statement?.(service) ?? service),
    Effect.provide(statement),
    Effect.provideService(PullSettings, settings),
    Effect.provideService(Sink, planted?.sink?.(watched) ?? watched),
    Effect.provideService(AcceptWithdrawals, order.accepts ?? false),
    Effect.provideService(Clock.Clock, time.clock(order.aheadMillis ?? 0)),
    Random.withSeed(`${scenario.seed} ${oracle.run}`)
  )
  const fiber = start(program, time)
  const exit = yield* drive(fiber, stage, order, state)
  const ending = endingOf(exit, order, story)
  yield* Scope.close(scope, Exit.void)
  if (storage.written !== null && ledger.runId !== undefined) {
    ledger.settle(yield* storage.written(ledger.runId), exit === undefined)
  }
  story.tell(() => `run ${oracle.run} ended: ${ending._tag}`)
  const walletNos = world.ledgers.map(({ walletNo }) => walletNo)
  const events = oracle.onEnd(ending, yield* storage.look(walletNos))
  if (ledger.written > 0) {
    story.count("verified")
    const { broken, outdated } = yield* storage.verify(walletNos)
    for (const complaint of broken) story.complain(`verify: ${complaint}`)
    if (ending._tag === "Ended") { for (const what of outdated) story.complain(`verify: ${what}`) }
    else story.count("conclusion outdated that a run left that did not end", outdated.length)
  }
  return { ending, events }
})

/** How the records of a ledger are read from a run on; a wallet of one currency may be named by settings, or not. */
const readingOf = ({ chains: [chain, second], reading }: Ledger, order: Order, scenario: Scenario): Reading => ({
  ...reading,
  policy: order.policy ?? scenario.policy,
  ...(order.namesCurrency === undefined || chain === undefined || second !== undefined
    ? {}
    : { currency: order.namesCurrency ? chain.currency : null })
})

/** The program has nothing of the fiber that drives it, least of all its clock. */
const start = <A, E>(program: Effect.Effect<A, E>, time: VirtualTime): Fiber.Fiber<A, E> =>
  Effect.runFork(program, { scheduler: time.scheduler })

/** Lets time go on until the program has ended; undefined when it was killed, or never ends. */
const drive = Effect.fnUntraced(function*<A, E>(
  fiber: Fiber.Fiber<A, E>,
  { storage: { outside }, story, time }: Stage,
  { stop }: Order,
  state: { stop: Stop | undefined }
): Effect.fn.Return<Exit.Exit<A, E> | undefined> {
  const [firstStep, startedAt] = [time.steps, time.now]
  const isDue = (): boolean =>
    stop !== null && (stop.when._tag === "Millis"
      ? time.now - startedAt >= stop.when.millis
      : stop.when._tag === "Steps" && time.steps - firstStep >= stop.when.steps)
  let isStopping = false
  for (;;) {
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return exit
    const due = isStopping ? undefined : state.stop ?? (stop !== null && isDue() ? stop : undefined)
    if (due !== undefined && !outside.isBusy) {
      isStopping = true
      story.count(`stopped: ${due.kind} by ${due.when._tag}`)
      story.tell(() => due.kind)
      if (due.kind === "kill") {
        time.kill()
        return undefined
      }
      fiber.interruptUnsafe()
      continue
    }
    if (!time.isBusy && outside.isBusy) yield* outside.turn
    else if (!time.turn()) {
      story.complain("the program hangs: nothing is ready, and nothing sleeps")
      return undefined
    }
    if (time.steps - firstStep > mostSteps) {
      story.complain(`the program does not come to an end: ${mostSteps} steps`)
      time.kill()
      return undefined
    }
  }
})

const endingOf = (exit: Exit.Exit<Ending, SinkError> | undefined, order: Order, story: Story): Ending => {
  if (exit === undefined) return { _tag: "Stopped" }
  if (Exit.isSuccess(exit)) return exit.value
  const { cause } = exit
  if (Cause.hasDies(cause)) {
    story.complain(`the program broke: ${Cause.pretty(cause)}`)
    return { _tag: "Broken" }
  }
  if (Cause.hasInterrupts(cause) && order.stop !== null) return { _tag: "Stopped" }
  if (Cause.hasFails(cause)) return { _tag: "SinkFailed" }
  story.complain(`the program was interrupted by nobody: ${Cause.pretty(cause)}`)
  return { _tag: "Broken" }
}
