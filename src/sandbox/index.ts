/**
 * The public surface of `wallet-statement/sandbox`.
 */
export type { Refusal } from "./Answer.ts"
export { Edit } from "./edit.ts"
export { AnswerFault, FaultTime, RecordFault, RecordFaultKind, RecordField } from "./Fault.ts"
export { type FaultLists, knownFaults, parseFault, parseFaults } from "./faultText.ts"
export * as presets from "./presets.ts"
export type { Endpoint, RequestEntry, Stats } from "./RequestLog.ts"
export { type RunningSandbox, Sandbox, type SandboxControl, type SandboxCredentials, SandboxError } from "./Sandbox.ts"
export {
  Algorithm,
  Behaviour,
  RateLimitOptions,
  type SandboxInput,
  SandboxOptions,
  WalletOptions
} from "./SandboxOptions.ts"
export { type CurrencyTruth, truthJson, truthText, type WalletTruth } from "./truth.ts"
