/**
 * Loaded before the program (`node --import`) where its calls are counted: DuckDB works on one thread, and the
 * temporary name of a new file is known beforehand.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

crypto.randomUUID = () => "00000000-0000-4000-8000-000000000000"
syncBuiltinESMExports()

const create = DuckDBInstance.create
DuckDBInstance.create = (path, options) => create.call(DuckDBInstance, path, { ...options, threads: "1" })
