/**
 * By which clock times are told: by that of the rows, where the wallets have one.
 */
import { type ZoneClock, zoneClock } from "../../../domain/ServiceTime.ts"
import { namedAs } from "../../output/together.ts"
import type { WalletHealth } from "./WalletHealth.ts"

/** The clock by which instants are told, undefined for UTC, and a sentence that names the zone of all times. */
export interface Times {
  readonly clock: ZoneClock | undefined
  readonly text: string
}

/** By which clock times are told of some wallets. Those of rows are as the file has them, each by the clock of its wallet. */
export const timesIn = (wallets: ReadonlyArray<Pick<WalletHealth, "rows" | "timeZone" | "wallet">>): Times => {
  const known = wallets.filter(({ rows, timeZone }) => rows > 0 || timeZone !== null)
  const byZone = Map.groupBy(known, ({ timeZone }) => timeZone)
  const [zone] = byZone.keys()
  if (zone === undefined) return { clock: undefined, text: "Times are in UTC." }
  if (zone !== null && byZone.size === 1) return { clock: zoneClock(zone), text: `Times are in ${zone}.` }
  const zones = [...byZone].map(([each, own]) =>
    `${namedAs(own.map(({ wallet }) => wallet))} in ${each ?? "a zone that the file does not name"}`
  )
  return {
    clock: undefined,
    text: `Times of rows are by the clock of their wallet, others are in UTC: ${zones.join("; ")}.`
  }
}
