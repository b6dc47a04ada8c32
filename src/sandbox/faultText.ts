/**
 * Faults as one line of text, for flags:
 *
 *     statement:status=503@10%      a tenth of the statement requests get 503
 *     login:slow=2000@first3        the first three logins take two seconds more
 *     statement:truncated@2,5       the second and the fifth statement request
 *     record:missing@17,230         two records of each wallet are left out: the oldest is 0
 *     record:null-field=amount@1%   a hundredth of the records
 *
 * Without `@` a fault always strikes, and of several the first that does.
 */
import { Option, Schema } from "effect"
import { AnswerFault, RecordFault, RecordFaultKind } from "./Fault.ts"

/** Faults read from text, as the options take them. */
export interface FaultLists {
  readonly faults: ReadonlyArray<AnswerFault>
  readonly recordFaults: ReadonlyArray<RecordFault>
}

/** What the value behind `=` is called in the fault, and an example of it, which tells whether it is a number. */
const values: Readonly<Record<string, readonly [name: string, example: number | string]>> = {
  status: ["status", 503],
  html: ["status", 502],
  redirect: ["status", 302],
  deep: ["depth", 1000],
  oversized: ["bytes", 1_000_000],
  "gzip-bomb": ["bytes", 1_000_000],
  slow: ["millis", 2000],
  clock: ["seconds", -600],
  refused: ["message", "Closed"],
  "wrong-json": ["text", "{}"],
  "missing-field": ["field", "amount"],
  "wrong-type": ["field", "date"],
  "null-field": ["field", "balance"]
}

const listed = (kinds: ReadonlyArray<string>): string =>
  kinds.map((kind) => (values[kind] === undefined ? kind : `${kind}=${values[kind][1]}`)).join(", ")

const kinds = AnswerFault.members.map(({ fields }) => ({
  kind: fields.kind.literal,
  anywhere: Schema.is(fields.on)("login")
}))
const answerKinds = kinds.filter(({ anywhere }) => anywhere).map(({ kind }) => kind)
const statementKinds = kinds.filter(({ anywhere }) => !anywhere).map(({ kind }) => kind)

/** Every fault there is, each with an example of its value, and which of several strikes; sentences for help and for messages. */
export const knownFaults: ReadonlyArray<string> = [
  `statement:KIND or login:KIND, with @10% (of the requests), @first3 or @2,5 (counted from 1) behind it: ${
    listed(answerKinds)
  }.`,
  `statement:KIND alone: ${listed(statementKinds)}.`,
  `record:KIND, with @1% (of the records) or @17,230 (each wallet's, the oldest is 0) behind it: ${
    listed(RecordFaultKind.literals)
  }.`,
  "Of several for the same request or record, the one that is given first strikes."
]

const shape = /^(login|statement|record):([a-z-]+)(?:=(.*?))?(?:@(?:(\d+(?:\.\d+)?)%|first(\d+)|(\d+(?:,\d+)*)))?$/s

const decodeAnswerFault = Schema.decodeUnknownOption(AnswerFault)
const decodeRecordFault = Schema.decodeUnknownOption(RecordFault)

/** Reads one fault; undefined when the text is none. */
export const parseFault = (text: string): AnswerFault | RecordFault | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, on, kind = "", value, percent, first, numbers] = match
  const [name, example] = values[kind] ?? []
  if (value !== undefined && name === undefined) return undefined
  const given = value === undefined || name === undefined
    ? {}
    : { [name]: typeof example === "number" ? Number(value) : value }
  const share = percent === undefined ? undefined : { rate: Number(percent) / 100 }
  const numbered = numbers?.split(",").map(Number)
  if (on === "record") {
    if (first !== undefined) return undefined
    const which = share ?? (numbered === undefined ? { rate: 1 } : { records: numbered })
    return Option.getOrUndefined(decodeRecordFault({ kind, which, ...given }))
  }
  const firsts = first === undefined ? undefined : { first: Number(first) }
  const when = share ?? firsts ?? (numbered === undefined ? undefined : { requests: numbered })
  return Option.getOrUndefined(decodeAnswerFault({ on, kind, ...given, ...(when === undefined ? {} : { when }) }))
}

/** Reads several faults; the first text that is none comes back instead, for the message. */
export const parseFaults = (texts: ReadonlyArray<string>): FaultLists | { readonly notAFault: string } => {
  const faults: Array<AnswerFault> = []
  const recordFaults: Array<RecordFault> = []
  for (const text of texts) {
    const fault = parseFault(text)
    if (fault === undefined) return { notAFault: text }
    if ("on" in fault) faults.push(fault)
    else recordFaults.push(fault)
  }
  return { faults, recordFaults }
}
