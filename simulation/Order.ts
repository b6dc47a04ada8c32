/**
 * What a run is told to do, and what is to befall it.
 */
import { dayMillis } from "./calendar.ts"
import { Chance } from "./Chance.ts"
import type { MarkerPolicy } from "./Entry.ts"
import type { Scenario } from "./Scenario.ts"

/** A run is stopped: interrupted in an orderly way, or killed so that only what was committed stays. */
export interface Stop {
  readonly kind: "interrupt" | "kill"
  /** When: at a virtual instant, behind so many tasks, or around a commit. */
  readonly when:
    | { readonly _tag: "Millis"; readonly millis: number }
    | { readonly _tag: "Steps"; readonly steps: number }
    | { readonly _tag: "Commit"; readonly number: number; readonly side: "before" | "after" }
}

/** What a run is told to do; days are counted from 1970-01-01. */
export interface Order {
  /** Null: from the watermark on. */
  readonly from: number | null
  /** Null: up to the present day. */
  readonly to: number | null
  readonly lookbackDays: number
  /** Whether settings give the wallets' true opening and closing balances. */
  readonly anchored: boolean
  /** By how many ten-thousandths the opening balance that settings give is wrong. */
  readonly mistake?: number
  /** How a marker that contradicts its hour is read from this run on; the scenario's way when undefined. */
  readonly policy?: MarkerPolicy
  /** Settings of this run alone; the scenario's where undefined. */
  readonly limit?: number
  readonly maxWithdrawals?: number
  /** Whether settings name the currency of wallets that have one, from this run on; as before where undefined. */
  readonly namesCurrency?: boolean
  /** Set where no statement is asked for: quarantined records are tried again, and markers are read like this. */
  readonly retry?: Exclude<MarkerPolicy, "reject">
  /** Whether withdrawals are accepted that earlier runs held. */
  readonly accepts?: boolean
  readonly stop: Stop | null
  /** The commit that fails, counted from 1; null when none does. */
  readonly failingCommit: number | null
  /** By how much the machine's clock is ahead of the service's, in milliseconds; behind is below zero. */
  readonly aheadMillis?: number
}

/** Draws by how much a machine's clock is wrong, which few are. */
export const drawAhead = (seed: number, round: number): number => {
  const chance = Chance.named(seed, `clock ${round}`)
  if (!Chance.named(seed, "clocks").happens(0.2) || chance.happens(0.4)) return 0
  return chance.pick([dayMillis, 3 * dayMillis, 40 * dayMillis, 7_200_000, 600_000, -dayMillis, -7_200_000])
}

/** Draws what a run is to do on a day of the service; the first one seldom goes on from a watermark. */
export const drawOrder = (
  scenario: Scenario,
  today: number,
  isFirst: boolean,
  chance: Chance
): Order => {
  const first = scenario.today - scenario.historyDays
  const anyDay = (): number => chance.between(first - 1, today)
  const from = chance.happens(isFirst ? 0.95 : 0.5) ? (chance.happens(0.5) ? first : anyDay()) : null
  const to = chance.happens(0.5) ? Math.max(from ?? today - 1, chance.happens(0.5) ? today - 1 : anyDay()) : null
  return {
    from,
    to,
    lookbackDays: chance.pick([0, 0, 1, 3, 7]),
    anchored: chance.happens(0.3),
    stop: chance.happens(0.4) ? drawStop(chance) : null,
    failingCommit: chance.happens(0.06) ? chance.between(1, 4) : null
  }
}

/** Draws a moment at which a run is stopped. */
export const drawStop = (chance: Chance): Stop => {
  const kind = chance.pick(["interrupt", "kill"])
  switch (chance.pick(["millis", "steps", "commit", "commit"])) {
    case "millis":
      return { kind, when: { _tag: "Millis", millis: chance.between(1, chance.pick([1000, 10_000, 100_000])) } }
    case "steps":
      return { kind, when: { _tag: "Steps", steps: chance.between(1, 300) } }
    case "commit":
      return { kind, when: { _tag: "Commit", number: chance.between(1, 8), side: chance.pick(["before", "after"]) } }
  }
}

/** Whether a run is told to accept what earlier ones held; drawn for each round by itself. */
export const drawAcceptance = (seed: number, round: number): boolean =>
  Chance.named(seed, `acceptance ${round}`).happens(0.2)

/** Draws by how much a known balance is wrong, which few are. */
export const drawMistake = (seed: number, round: number): Pick<Order, "mistake"> => {
  const chance = Chance.named(seed, `mistake ${round}`)
  return chance.happens(0.15) ? { mistake: chance.pick([-50_000, 100_000, 1]) } : {}
}

/** Draws whether quarantined records are tried again behind a run, and how their markers are read. */
export const drawRetry = (seed: number, round: number): Order | undefined => {
  const chance = Chance.named(seed, `retry ${round}`)
  return chance.happens(0.3)
    ? {
      from: null,
      to: null,
      lookbackDays: 0,
      anchored: false,
      stop: null,
      failingCommit: null,
      retry: chance.pick(["trust-24h", "trust-marker"])
    }
    : undefined
}

/** Settings that somebody changes between two runs. */
export type Changed = Pick<Order, "policy" | "limit" | "maxWithdrawals" | "namesCurrency">

/** Draws whether somebody changes the settings for a run, or for one behind so many interrupted ones. */
export const drawSettings = (seed: number, round: number, interrupted = 0): Changed => {
  const when = `${round}${interrupted === 0 ? "" : `, interrupted ${interrupted}`}`
  const change = (setting: string, draw: (chance: Chance) => Changed): Changed => {
    const chance = Chance.named(seed, `${setting} ${when}`)
    return chance.happens(0.1) ? draw(chance) : {}
  }
  return {
    ...change("settings", (chance) => ({ policy: chance.pick(["trust-24h", "trust-marker", "reject"]) })),
    ...change("limit", (chance) => ({ limit: chance.pick([3, 5, 10, 25, 100]) })),
    ...change("withdrawals", (chance) => ({ maxWithdrawals: chance.pick([0, 5, 100]) })),
    ...change("currency", (chance) => ({ namesCurrency: chance.happens(0.5) }))
  }
}

/** An order in words. */
export const describe = (order: Order, dayText: (day: number) => string): string => {
  if (order.retry !== undefined) return `quarantine, markers: ${order.retry}`
  const {
    accepts = false,
    aheadMillis = 0,
    anchored,
    failingCommit,
    from,
    limit,
    lookbackDays,
    maxWithdrawals,
    mistake = 0,
    namesCurrency,
    policy,
    stop,
    to
  } = order
  const days = `${from === null ? "watermark" : dayText(from)}..${to === null ? "present" : dayText(to)}`
  const when = stop === null
    ? ""
    : stop.when._tag === "Millis"
    ? `, ${stop.kind} after ${stop.when.millis} ms`
    : stop.when._tag === "Steps"
    ? `, ${stop.kind} after ${stop.when.steps} steps`
    : `, ${stop.kind} ${stop.when.side} commit ${stop.when.number}`
  return `${days}, look-back ${lookbackDays} d${anchored ? `, anchored${mistake === 0 ? "" : " wrongly"}` : ""}${
    policy === undefined ? "" : `, markers: ${policy}`
  }${limit === undefined ? "" : `, limit ${limit}`}${
    maxWithdrawals === undefined ? "" : `, withdrawals up to ${maxWithdrawals}`
  }${namesCurrency === undefined ? "" : `, currency ${namesCurrency ? "" : "not "}named`}${
    accepts ? ", accepting" : ""
  }${when}${failingCommit === null ? "" : `, commit ${failingCommit} fails`}${
    aheadMillis === 0 ? "" : `, clock ahead by ${aheadMillis} ms`
  }`
}
