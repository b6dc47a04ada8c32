/**
 * A connection that remembers the plans of questions, since to make them takes longer than to answer; and that fetches
 * an answer where it is, rather than have another thread do it piece by piece.
 */
import {
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  DuckDBResultReader
} from "@duckdb/node-api"

/** A connection that can be used by one process after the other. */
export interface Reusable {
  readonly connection: DuckDBConnection
  /** Rolls back what was left open, and drops what was the connection's own. */
  readonly clean: () => Promise<unknown>
}

const mostPlans = 400

/** A connection that asks what was asked before without values through a prepared statement. */
export const remembering = (connection: DuckDBConnection): Reusable => {
  const plans = new Map<string, DuckDBPreparedStatement | undefined>()
  let leftOver: { isOpen: boolean; readonly tables: Set<string> } = { isOpen: false, tables: new Set() }
  const forget = (): void => {
    for (const plan of plans.values()) plan?.destroySync()
    plans.clear()
  }
  const ask = (sql: string): Promise<DuckDBMaterializedResult> => {
    const plan = plans.get(sql)
    if (plan !== undefined) return plan.run()
    if (plans.size >= mostPlans) forget()
    if (!plans.has(sql)) {
      plans.set(sql, undefined)
      return connection.run(sql)
    }
    return connection.prepare(sql).then((made) => {
      plans.set(sql, made)
      return made.run()
    })
  }
  const run: DuckDBConnection["run"] = (sql, values, types) => {
    leftOver.isOpen ||= sql.startsWith("BEGIN")
    for (const [, name = ""] of sql.matchAll(/CREATE (?:TEMP|OR REPLACE TEMP) TABLE (\w+)/g)) leftOver.tables.add(name)
    return values === undefined && isQuestion.test(sql) ? ask(sql) : connection.run(sql, values, types)
  }
  const stream: DuckDBConnection["run"] = (sql, values, types) =>
    (values === undefined ? ask(sql) : connection.run(sql, values, types)).then(here)
  const runAndReadAll: DuckDBConnection["runAndReadAll"] = (sql, values, types) =>
    stream(sql, values, types).then((result) => {
      const reader = new DuckDBResultReader(result)
      return reader.readAll().then(() => reader)
    })
  const closeSync = (): void => {
    forget()
    connection.closeSync()
  }
  const own = new Map<string | symbol, unknown>(Object.entries({ run, stream, runAndReadAll, closeSync }))
  const clean = (): Promise<unknown> => {
    const { isOpen, tables } = leftOver
    leftOver = { isOpen: false, tables: new Set() }
    const drop = [...tables].map((name) => `DROP TABLE IF EXISTS temp.${name}`).join("; ")
    // Whether the transaction is still open is known to the database alone.
    const closed = isOpen ? connection.run("ROLLBACK").catch(() => undefined) : Promise.resolve()
    return drop === "" ? closed : closed.then(() => connection.run(drop))
  }
  const reusable = new Proxy(connection, {
    get: (target, name) => {
      const member: unknown = own.get(name) ?? Reflect.get(target, name, target)
      return typeof member === "function"
        ? (...values: ReadonlyArray<unknown>): unknown => Reflect.apply(member, target, values)
        : member
    }
  })
  return { connection: reusable, clean }
}

const isQuestion = /^(?:SELECT|WITH) /

/** An answer whose pieces need not be fetched. */
const here = (result: DuckDBMaterializedResult): DuckDBMaterializedResult => {
  let next = 0
  result.fetchChunk = () => Promise.resolve(next < result.chunkCount ? result.getChunk(next++) : null)
  return result
}
