/**
 * What identifies a row of a wallet: an id is data, not a key.
 */
import type { StoredRow } from "./windowDiff.ts"

/** The id as received, and the leg, which numbers the rows that share it. */
export interface Identity {
  readonly txnId: string
  readonly leg: number
}

/** The identity of a stored row. */
export const identityOf = ({ leg, transaction }: Pick<StoredRow, "leg" | "transaction">): Identity => ({
  txnId: transaction.txnId,
  leg
})

/** Makes a test for being among some identities. */
export const isAmong = (identities: ReadonlyArray<Identity>): (identity: Identity) => boolean => {
  if (identities.length === 0) return () => false
  const keys = new Set(identities.map(identityKey))
  return (identity) => keys.has(identityKey(identity))
}

/** The identity as a text. */
export const identityKey = ({ leg, txnId }: Identity): string => `${leg} ${txnId}`
