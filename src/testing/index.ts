/**
 * The tests that every sink passes, for stores of one's own: what `wallet-statement/testing` offers. They run in Vitest.
 */
export { sinkContract } from "./sinkContract.ts"
export type { SinkTest, Snapshot, Subject } from "./Subject.ts"
export { describeRow } from "./windows.ts"
