/**
 * Whether a statement reads tables and nothing else. A connection that is read-only keeps the tables as they are, and no more:
 * DuckDB has functions that write logs, run other statements that they are given as text, or crash it.
 *
 * What a statement calls is taken from DuckDB's own parse of it, so that no way of writing hides a function.
 */
import { Schema } from "effect"

/** Functions that make tables and look at nothing but their arguments, the tables of the file and the catalog. */
const tableFunctions: ReadonlySet<string> = new Set([
  "duckdb_columns",
  "duckdb_constraints",
  "duckdb_databases",
  "duckdb_functions",
  "duckdb_indexes",
  "duckdb_keywords",
  "duckdb_memory",
  "duckdb_schemas",
  "duckdb_sequences",
  "duckdb_settings",
  "duckdb_tables",
  "duckdb_types",
  "duckdb_views",
  "generate_series",
  "histogram",
  "histogram_values",
  "icu_calendar_names",
  "json_each",
  "json_tree",
  "pg_timezone_names",
  "pragma_collations",
  "pragma_database_size",
  "pragma_show",
  "pragma_storage_info",
  "pragma_table_info",
  "pragma_version",
  "range",
  "repeat",
  "repeat_row",
  "summary",
  "unnest"
])

/** Functions of values that do something, take statements as text, or are DuckDB's own affair and can crash it. */
const refusedFunctions =
  /^(?:write_log|nextval|currval|setseed|sleep_ms|pg_sleep|json_serialize_plan|getenv|getvariable|finalize|combine|create_sort_key|__internal_.*)$/

/** DuckDB's parse of a text, as far as it is looked at: any tree, in which calls have names. */
const Parsed = Schema.fromJsonString(Schema.Struct({
  error: Schema.Boolean,
  statements: Schema.optional(Schema.Array(Schema.Json))
}))

const decode = Schema.decodeSync(Parsed)

/** The question whose answer `refusalIn` reads, about the text that is its parameter; a file's own function is none of that name. */
export const parseQuestion = "SELECT system.main.json_serialize_sql($1::VARCHAR)"

/** A text as it is judged and as it is run: what is run is made of nothing but what was judged and of words of this program. */
export interface Judged {
  readonly judged: string
  readonly run: string
}

const explain = /^\s*explain\s+(analyze\s+)?(?:\((?:format\s+)?(text|json|html|graphviz)\)\s*)?/i

/** An EXPLAIN in front, without a comment before it, is not parsed as something that reads: what it explains is judged. */
export const judgedPart = (sql: string): Judged => {
  const [before, analyze, format] = explain.exec(sql) ?? []
  if (before === undefined) return { judged: sql, run: sql }
  const judged = sql.slice(before.length)
  const words = [
    "EXPLAIN",
    ...(analyze === undefined ? [] : ["ANALYZE"]),
    ...(format === undefined ? [] : [`(FORMAT ${format})`])
  ]
  return { judged, run: `${words.join(" ")} ${judged}` }
}

/** Why a statement is not run, from DuckDB's parse of it; undefined when it reads tables and nothing else. */
export const refusalIn = (parse: string): string | undefined => {
  const { error, statements = [] } = decode(parse)
  if (error || statements.length !== 1) return notReading
  for (const call of callsIn(statements[0] ?? null)) {
    const isKnown = call.isTable ? tableFunctions.has(call.name) : !refusedFunctions.test(call.name)
    if (!isKnown) return `The function ${call.name} is not called here: it reaches beyond the tables of the file.`
  }
  return undefined
}

/**
 * Texts that read and nothing else, judged once: DuckDB's parse depends on the text alone, and a check of a file asks the same
 * few questions many times. A wrong or refused one is judged each time.
 */
const reading = new Set<string>()

/** Bounds of what is kept in memory: texts, and the characters of one. */
const most = { texts: 500, characters: 10_000 }

/** Whether a text was judged before, by this process, and reads. */
export const isKnownToRead = (judged: string): boolean => reading.has(judged)

/** Keeps that a text reads, when it is of the size that programs ask again; the oldest gives way. */
export const noteReading = (judged: string): void => {
  if (judged.length > most.characters) return
  reading.add(judged)
  for (const oldest of reading) {
    if (reading.size <= most.texts) return
    reading.delete(oldest)
  }
}

const notReading =
  "Only statements that read are run here: SELECT, FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, and EXPLAIN before them."

interface Call {
  readonly name: string
  readonly isTable: boolean
}

function* callsIn(node: Schema.Json): Generator<Call> {
  const open: Array<readonly [node: Schema.Json, isTable: boolean]> = [[node, false]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [current, isTable] = next
    if (typeof current !== "object" || current === null) continue
    if (Array.isArray(current)) {
      for (const each of current) open.push([each, false])
      continue
    }
    const members = Object.entries(current)
    const name = members.find(([key]) => key === "function_name")?.[1]
    if (typeof name === "string") yield { name: name.toLowerCase(), isTable }
    const isTableFunction = members.some(([key, value]) => key === "type" && value === "TABLE_FUNCTION")
    for (const [key, value] of members) open.push([value, isTableFunction && key === "function"])
  }
}
