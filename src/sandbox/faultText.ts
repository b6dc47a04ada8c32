/**
 * Faults as one line of text, for flags:
 *
 *     statement:status=503@10%      a tenth of the statement requests get 503
 *     login:slow=2000@first3        the first three logins take two seconds more
 *     statement:truncated@2,5       the second and the fifth statement request
 *     record:missing@17,230         two records are left out
 *     record:null-field=amount@1%   a hundredth of the records
 *
 * Without `@` a fault always strikes.
 */
import { Option, Schema } from "effect"
import { AnswerFault, RecordFault } from "./Fault.ts"

/** Faults read from text, as the options take them. */
export interface FaultLists {
  readonly faults: ReadonlyArray<AnswerFault>
  readonly recordFaults: ReadonlyArray<RecordFault>
}

/** What the value behind `=` is called in the fault, and whether it is a number. */
const values: Readonly<Record<string, readonly [name: string, number: boolean]>> = {
  status: ["status", true],
  html: ["status", true],
  redirect: ["status", true],
  deep: ["depth", true],
  oversized: ["bytes", true],
  "gzip-bomb": ["bytes", true],
  slow: ["millis", true],
  refused: ["message", false],
  "wrong-json": ["text", false],
  "missing-field": ["field", false],
  "wrong-type": ["field", false],
  "null-field": ["field", false]
}

const shape = /^(login|statement|record):([a-z-]+)(?:=(.*?))?(?:@(?:(\d+(?:\.\d+)?)%|first(\d+)|(\d+(?:,\d+)*)))?$/s

const decodeAnswerFault = Schema.decodeUnknownOption(AnswerFault)
const decodeRecordFault = Schema.decodeUnknownOption(RecordFault)

/** Reads one fault; undefined when the text is none. */
export const parseFault = (text: string): AnswerFault | RecordFault | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, on, kind = "", value, percent, first, numbers] = match
  const [name, isNumber] = values[kind] ?? []
  if (value !== undefined && name === undefined) return undefined
  const given = value === undefined || name === undefined ? {} : { [name]: isNumber === true ? Number(value) : value }
  const share = percent === undefined ? undefined : { rate: Number(percent) / 100 }
  const listed = numbers?.split(",").map(Number)
  if (on === "record") {
    if (first !== undefined) return undefined
    const which = share ?? (listed === undefined ? { rate: 1 } : { records: listed })
    return Option.getOrUndefined(decodeRecordFault({ kind, which, ...given }))
  }
  const firsts = first === undefined ? undefined : { first: Number(first) }
  const when = share ?? firsts ?? (listed === undefined ? undefined : { requests: listed })
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
