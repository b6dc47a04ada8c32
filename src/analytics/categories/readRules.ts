/**
 * Rules for categories from a file: TOML with a table `[[rule]]` for each, or CSV whose first line names the columns.
 *
 *     [[rule]]
 *     description = "*kilimo*"
 *     type = "Debit"
 *     category = "Stock"
 *     counterparty = "Kilimo Co-operative"
 */
import { CsvError } from "csv-parse"
import { parse as parseCsv } from "csv-parse/sync"
import { Effect, Predicate, Result, Schema } from "effect"
import { basename, extname } from "node:path"
import { parse } from "smol-toml"
import type { CategoryRule } from "../../domain/CategoryRule.ts"
import { scalarText } from "../../settings/scalarText.ts"
import { tomlLines } from "../../settings/tomlLines.ts"
import { ruleOf, type RuleTexts } from "./ruleOf.ts"

/** A file of rules can't be taken; each problem names the place and the remedy. */
export class RulesRefused extends Schema.TaggedError<RulesRefused>()("RulesRefused", {
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n")
  }
}

/** A rule before it is read: its texts or what stands in their way, and where it stands. */
interface Entry {
  readonly place: string
  readonly texts: RuleTexts
  readonly problem?: string
}

/** More than anybody writes, and so many that trying them all takes a while. */
const mostRules = 10_000

/** Reads the text of a file of rules. Fails with RulesRefused, which tells all that is wrong. */
export const readRules = Effect.fnUntraced(
  function*(path: string, text: string): Effect.fn.Return<ReadonlyArray<CategoryRule>, RulesRefused> {
    const isCsv = extname(path).toLowerCase() === ".csv"
    const entries = yield* (isCsv ? entriesOfCsv(path, text) : entriesOfToml(path, text))
    const read = entries.map(({ place, problem, texts }) => ({
      place,
      rule: problem === undefined ? ruleOf(texts, place) : Result.fail([problem])
    }))
    const problems = [
      ...read.flatMap(({ place, rule }) =>
        Result.isFailure(rule) ? rule.failure.map((problem) => `${place} ${problem}`) : []
      ),
      ...(entries.length > mostRules ? [`${path} has ${entries.length} rules; at most ${mostRules} can be loaded`] : [])
    ]
    const [first, ...others] = problems
    if (first !== undefined) return yield* new RulesRefused({ problems: [first, ...others] })
    return read.flatMap(({ rule }) => (Result.isSuccess(rule) ? [rule.success] : []))
  }
)

const refusal = (problem: string): RulesRefused => new RulesRefused({ problems: [problem] })

const entriesOfToml = Effect.fnUntraced(
  function*(path: string, text: string): Effect.fn.Return<ReadonlyArray<Entry>, RulesRefused> {
    const table = yield* Effect.try({
      try: () => parse(text),
      catch: (error) => refusal(`${path} is not valid TOML${lineOf(error)}`)
    })
    const { rule: rules = [], ...others } = table
    const [other] = Object.keys(others)
    if (other !== undefined || !Array.isArray(rules)) {
      return yield* refusal(`${path} may hold nothing but tables [[rule]]`)
    }
    const lines = tomlLines(text).entries.get("rule") ?? []
    return rules.map((rule: unknown, index): Entry => {
      const place = `${basename(path)}, ${
        lines[index] === undefined ? `rule ${index + 1}` : `line ${lines[index]}: rule ${index + 1}`
      }`
      if (!Predicate.isObject(rule)) return { place, texts: {}, problem: "is no table [[rule]]" }
      const texts = Object.fromEntries(Object.entries(rule).map(([name, value]) => [name, scalarText(value)]))
      const [list] = Object.entries(texts).filter(([, value]) => value === undefined)
      return list === undefined ? { place, texts } : { place, texts, problem: "has a field that is no text or number" }
    })
  }
)

const lineOf = (error: unknown): string =>
  Predicate.hasProperty(error, "line") && Predicate.hasProperty(error, "column")
    ? ` (line ${error.line}, column ${error.column})`
    : ""

const decodeRecords = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({ record: Schema.Array(Schema.String), info: Schema.Struct({ lines: Schema.Int }) })
  )
)

const entriesOfCsv = Effect.fnUntraced(
  function*(path: string, text: string): Effect.fn.Return<ReadonlyArray<Entry>, RulesRefused> {
    const [head = ""] = text.split("\n")
    const delimiter = head.includes(";") && !head.includes(",") ? ";" : ","
    const [names, ...records] = yield* Effect.try({
      try: () =>
        decodeRecords(
          parseCsv(text, { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true })
        ),
      catch: (error) => {
        const line = error instanceof CsvError ? ` (line ${error["lines"]})` : ""
        return refusal(`${path} is not valid CSV${line}: look there for a quote`)
      }
    })
    if (names === undefined) return yield* refusal(`${path} is empty: its first line names the columns`)
    const columns = names.record.map((name) => name.trim().toLowerCase())
    return records.map(({ info, record }): Entry => {
      const place = `${basename(path)}, line ${info.lines}: the rule`
      return record.length > columns.length
        ? { place, texts: {}, problem: "has more fields than the first line names" }
        // A cell can't tell an empty text from none.
        : { place, texts: Object.fromEntries(columns.map((name, index) => [name, record[index] || undefined])) }
    })
  }
)
