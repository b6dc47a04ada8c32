/**
 * Keeping statements in a DuckDB file, and asking it questions: what `wallet-statement/duckdb` offers.
 */
export { type AuditDifference, type AuditVerdict, isReadable, verifyAudit } from "./audit/audit.ts"
export { hashesAt } from "./audit/hashesAt.ts"
export { verifyLayout } from "./audit/verifyLayout.ts"
export { type Compacted, compactFile, type CompactOptions } from "./compact/compactFile.ts"
export { type DuckDbOptions, layerDuckDb, layerDuckDbConfig } from "./DuckDbSink.ts"
export { asidesOf } from "./file/asides.ts"
export {
  type ChunksCome,
  Database,
  type DatabaseReader,
  type QueryColumn,
  type QueryResult,
  type QueryRow,
  type QueryStream
} from "./file/Database.ts"
export { fileItself } from "./file/fileItself.ts"
export { currentVersion } from "./file/migrations.ts"
export { exposureOf } from "./file/refuseExposed.ts"
export { writingProblem } from "./file/refuseUnwritable.ts"
export { loadRules } from "./loadRules.ts"
export { placeProblem } from "./publish/placeProblem.ts"
export { type Published, publishedAt } from "./publish/Published.ts"
export { publishFile, type PublishOptions } from "./publish/publishFile.ts"
export { publishFolder, type PublishFolderOptions } from "./publish/publishFolder.ts"
export { layerDuckDbReadOnly, layerDuckDbToCheck } from "./ReadOnlySink.ts"
export { decideRows, reopenRows } from "./rowDecisions.ts"
