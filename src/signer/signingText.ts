/**
 * The text that a statement request's signature covers (interface 5.4).
 *
 * The service checks the signature against the values it received, so these must be the very strings of the request
 * body: a day written otherwise or a limit with a leading zero would be refused. `from_date` is not part of it.
 */

/** The signed values of a statement request, each exactly as the body carries it (interface 2.3). */
export interface SignedValues {
  /** `wallet_no`. */
  readonly walletNo: string
  /** `to_date`, `YYYY-MM-DD`. */
  readonly toDate: string
  /** `limit`, in decimal digits. */
  readonly limit: string
}

/** Joins the signed values in the interface's order; the separator is a setting, usually empty (interface 5.4). */
export const signingText = ({ walletNo, toDate, limit }: SignedValues, separator: string): string =>
  [walletNo, toDate, limit].join(separator)
