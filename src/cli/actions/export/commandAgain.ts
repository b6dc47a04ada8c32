/**
 * An export's command once more, for when its files are there.
 */
import { Option } from "effect"
import type { Named } from "../../../analytics/export/formats/formatNamed.ts"
import { shellQuote } from "../../../settings/shellQuote.ts"

/** What was given of it that counts; the files that it wrote are replaced. */
export interface Given {
  readonly db: Option.Option<string>
  readonly from: Option.Option<string>
  readonly out: string
  readonly to: Option.Option<string>
  readonly unproven: boolean
  readonly wallet: ReadonlyArray<string>
}

/** The words behind `wallet-statement`, as a shell takes them. */
export const commandAgain = (
  { db, from, out, to, unproven, wallet }: Given,
  { format, words }: Named
): string =>
  [
    `export ${words}`,
    ...flag("out", [out]),
    ...flag("wallet", wallet),
    ...flag("from", Option.toArray(from)),
    ...flag("to", Option.toArray(to)),
    ...flag("db", Option.toArray(db)),
    ...(unproven ? ["--unproven"] : []),
    ...(format.mayBeAnothers === true ? ["--replace"] : [])
  ].join(" ")

const flag = (name: string, values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.map((value) => `--${name} ${shellQuote(value)}`)
