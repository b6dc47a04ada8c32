/**
 * What a finding is called: a text that people can type, made of what and where it is and never of its amount, so that it is the
 * same in every run as long as the finding stands.
 */
import { createHash } from "node:crypto"
import type { Doubt } from "../domain/Finding.ts"

/** Twelve digits of a hash: two of a million findings of a file have the same once in five hundred files. */
const length = 12

/** What of a doubt makes its id. */
export type Placed = Pick<Doubt, "kind" | "currency" | "place" | "from" | "to">

/** The id of a wallet's finding, in lower-case hex; `again` counts those before it that are told of the very same place. */
export const findingId = (walletNo: string, { currency, from, kind, place, to }: Placed, again = 0): string =>
  createHash("sha256")
    .update(JSON.stringify([walletNo, kind, currency, place ?? [from, to], ...(again === 0 ? [] : [again])]))
    .digest("hex").slice(0, length)
