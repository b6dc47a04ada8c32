/**
 * A scenario and an order as the program's settings.
 */
import { Duration, Option, Redacted } from "effect"
import { fromTenThousandths } from "../src/domain/Money.ts"
import { dayFromNumber } from "../src/domain/Period.ts"
import { type ZoneClock, zoneClock } from "../src/domain/ServiceTime.ts"
import { Currency, WalletNo } from "../src/domain/Wallet.ts"
import { type PullSettings, usualMaxRunBytes, usualMaxWithdrawals } from "../src/settings/PullSettings.ts"
import type { ServiceSettings } from "../src/settings/ServiceSettings.ts"
import type { TransportSettings } from "../src/settings/TransportSettings.ts"
import type { Ends } from "./oracle/verdicts.ts"
import type { Order } from "./Order.ts"
import type { Scenario } from "./Scenario.ts"
import { claimsIn } from "./ServiceDays.ts"
import type { World } from "./World.ts"

/** Clocks keep what they learn of each day, so they serve all seeds. */
const clocks = new Map<string, ZoneClock>()

const clockOf = (zone: string): ZoneClock => {
  const clock = clocks.get(zone) ?? zoneClock(zone)
  if (clock === undefined) throw new Error(`this runtime knows no zone ${zone}`)
  clocks.set(zone, clock)
  return clock
}

const balanceOf = (end: "opening" | "closing", day: number | null, balance: bigint | null) =>
  day === null || balance === null
    ? []
    : [{ currency: null, day: dayFromNumber(day), end, balance: fromTenThousandths(balance), source: "the simulation" }]

/** The one account there is. */
export const account: ServiceSettings["Service"] = {
  baseUrl: new URL("https://wallet.test"),
  consumerKey: Redacted.make("the consumer key"),
  consumerSecret: Redacted.make("the consumer secret")
}

/** How patiently requests are made. */
export const transportOf = ({ patience }: Scenario): TransportSettings["Service"] => ({
  requestTimeout: Duration.millis(patience.requestTimeoutMillis),
  retryTimeout: Duration.millis(patience.retryTimeoutMillis),
  maxAttempts: patience.maxAttempts,
  maxResponseBytes: 10_000_000,
  requestsPerMinute: Option.fromNullishOr(patience.requestsPerMinute),
  caFile: Option.none()
})

const daySettings = (scenario: Scenario, run: number): Pick<PullSettings["Service"], "dateBounds" | "dayStart"> => {
  const { dateBounds, dayStart } = claimsIn(scenario, run)
  return { dateBounds, dayStart: Option.fromNullishOr(dayStart) }
}

/** How many rows a run withdraws without asking. */
export const maxWithdrawalsOf = (scenario: Scenario, order: Order | undefined): number =>
  order?.maxWithdrawals ?? scenario.maxWithdrawals ?? usualMaxWithdrawals

/** What a run pulls. */
export const settingsOf = (
  scenario: Scenario,
  world: World,
  order: Order,
  run: number,
  endsOf: (walletNo: string) => Ends
): PullSettings["Service"] => ({
  ...daySettings(scenario, run),
  wallets: world.ledgers.map(({ reading, walletNo }) => {
    const { closing, opening } = endsOf(walletNo)
    return {
      walletNo: WalletNo.make(walletNo),
      currency: reading.currency === null ? null : Currency.make(reading.currency),
      balances: [
        ...balanceOf("opening", order.from, opening),
        ...balanceOf("closing", order.to, closing)
      ]
    }
  }),
  from: Option.map(Option.fromNullishOr(order.from), dayFromNumber),
  to: Option.map(Option.fromNullishOr(order.to), dayFromNumber),
  lookbackDays: order.lookbackDays,
  clock: clockOf(scenario.zone),
  markerPolicy: order.retry ?? order.policy ?? scenario.policy,
  clockJitter: Duration.zero,
  limit: order.limit ?? scenario.limit,
  maxWithdrawals: maxWithdrawalsOf(scenario, order),
  concurrency: scenario.concurrency,
  maxRunBytes: usualMaxRunBytes,
  runTimeout: Duration.millis(scenario.patience.runTimeoutMillis)
})
