/**
 * An entry of a ledger as JSON, without what nearly all entries have in common and what follows from its place.
 */
import { resolve } from "./calendar.ts"
import { type Entry, localTime } from "./Entry.ts"
import type { Ledger } from "./World.ts"

type Told = Omit<Entry, "place" | "balance">
type Named = Pick<Entry, "key" | "day" | "second">

/** An entry as its JSON has it: its amount as text, and whatever is unusual about it. */
export type EntryJson = Named & { readonly amount: string } & Partial<Omit<Told, keyof Named | "amount">>

const usual = (ledger: Ledger, { day, key, second }: Named): Omit<Told, "amount"> => ({
  key,
  chain: ledger.chains[0]?.currency ?? "KES",
  id: `T${key}`,
  type: "Credit",
  tellsBalance: true,
  namesCurrency: true,
  remark: "to a shop",
  confirmed: true,
  moved: true,
  day,
  second,
  conflict: false,
  malformed: null,
  visibleFrom: resolve(ledger.reading.zone, localTime({ day, second })).instant,
  visibleTo: Number.POSITIVE_INFINITY,
  omitted: "never"
})

const always: ReadonlySet<string> = new Set(["key", "day", "second"])
const derived: ReadonlySet<string> = new Set(["place", "balance"])

/** An entry as JSON. */
export const entryText = (ledger: Ledger, entry: Entry): string => {
  const usually = new Map<string, unknown>(Object.entries(usual(ledger, entry)))
  const fields = Object.entries(entry)
    .filter(([name, value]) => !derived.has(name) && (always.has(name) || usually.get(name) !== value))
  return JSON.stringify(
    Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "bigint" ? String(value) : value]))
  )
}

/** The entry that a JSON is of, without its place and balance yet. */
export const entryOf = (ledger: Ledger, json: EntryJson): Entry => ({
  ...usual(ledger, json),
  ...json,
  amount: BigInt(json.amount),
  place: 0,
  balance: 0n
})
