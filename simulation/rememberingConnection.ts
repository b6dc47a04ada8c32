/**
 * A connection that remembers the plans of questions, since to make them takes longer than to answer.
 */
import type { DuckDBConnection, DuckDBPreparedStatement } from "@duckdb/node-api"

const mostPlans = 400

/** A connection that asks `runAndReadAll` without values through prepared statements. */
export const remembering = (connection: DuckDBConnection): DuckDBConnection => {
  const plans = new Map<string, DuckDBPreparedStatement>()
  const prepared = (sql: string): Promise<DuckDBPreparedStatement> => {
    const known = plans.get(sql)
    if (known !== undefined) return Promise.resolve(known)
    return connection.prepare(sql).then((plan) => {
      if (plans.size >= mostPlans) {
        for (const old of plans.values()) old.destroySync()
        plans.clear()
      }
      plans.set(sql, plan)
      return plan
    })
  }
  const runAndReadAll: DuckDBConnection["runAndReadAll"] = (sql, values, types) =>
    values === undefined
      ? prepared(sql).then((plan) => plan.runAndReadAll())
      : connection.runAndReadAll(sql, values, types)
  const closeSync = (): void => {
    for (const plan of plans.values()) plan.destroySync()
    connection.closeSync()
  }
  return new Proxy(connection, {
    get: (target, name) => {
      if (name === "runAndReadAll") return runAndReadAll
      if (name === "closeSync") return closeSync
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === "function"
        ? (...values: ReadonlyArray<unknown>): unknown => Reflect.apply(member, target, values)
        : member
    }
  })
}
