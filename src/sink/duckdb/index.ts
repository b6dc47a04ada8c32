/**
 * Keeping statements in a DuckDB file, and asking it questions: what `wallet-statement/duckdb` offers.
 */
export { type AuditDifference, type AuditVerdict, isReadable, verifyAudit } from "./audit.ts"
export {
  type ChunksCome,
  Database,
  type DatabaseReader,
  type QueryColumn,
  type QueryResult,
  type QueryStream
} from "./Database.ts"
export { type DuckDbOptions, layerDuckDb, layerDuckDbConfig } from "./DuckDbSink.ts"
export { fileItself } from "./fileItself.ts"
export { hashesAt } from "./hashesAt.ts"
export { currentVersion } from "./migrations.ts"
export { layerDuckDbReadOnly, layerDuckDbToCheck } from "./ReadOnlySink.ts"
export { exposureOf } from "./refuseExposed.ts"
export { verifyLayout } from "./verifyLayout.ts"
