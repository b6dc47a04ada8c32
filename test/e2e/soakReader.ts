// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The same as `soakReader.py` for DuckDB in Node: `node soakReader.ts COPY UNTIL`.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { setTimeout as wait } from "node:timers/promises"

const [copy = "", until = "0"] = process.argv.slice(2)

const read = async () => {
  const instance = await DuckDBInstance.create(copy, { access_mode: "READ_ONLY" })
  const connection = await instance.connect()
  try {
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson()[0] ?? []
    const [head] = await ask(
      "SELECT concat(max(sequence), ':', arg_max(audit_hash, sequence)) FROM statement_windows"
    )
    const totals = "SELECT count(*)::INTEGER, coalesce(sum(signed_amount), 0)::VARCHAR FROM current_transactions"
    const first = await ask(totals)
    await wait(Math.random() * 200)
    if (String(await ask(totals)) !== String(first)) throw new Error("the open copy changed")
    return { kind: "node", head, rows: first[0], net: first[1] }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

while (Date.now() < Number(until) * 1000) {
  const line = await read().catch((error: unknown) => ({ kind: "node", error: String(error) }))
  process.stdout.write(`${JSON.stringify(line)}\n`)
  await wait(Math.random() * 200)
}
