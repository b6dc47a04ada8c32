/**
 * A sink that is tested, and how one looks into it.
 */
import type { Effect, Layer, Scope } from "effect"
import type { Sink, SinkError } from "../sink/Sink.ts"

/** What a sink holds, for people to compare; rows and events are sorted. */
export interface Snapshot {
  /** `txnId#leg day signed-amount balance description [withdrawn]` */
  readonly rows: ReadonlyArray<string>
  /** Positions by `txnId#leg`. */
  readonly positions: Readonly<Record<string, number | null>>
  /** `sequence kind txnId#leg` */
  readonly events: ReadonlyArray<string>
  /** `raw text state` */
  readonly quarantine: ReadonlyArray<string>
  /** `after..before missing`, then `found by run` or `closed by run` */
  readonly gaps: ReadonlyArray<string>
  readonly hashes: ReadonlyArray<string>
}

/** A fresh sink for each test, and a look into it. Its layer can be built again, as another process would. */
export interface Subject {
  readonly layer: Effect.Effect<Layer.Layer<Sink, SinkError>, never, Scope.Scope>
  readonly snapshot: Effect.Effect<Snapshot, SinkError, Scope.Scope>
}

/** Defines a test of a sink. */
export type SinkTest = (
  sentence: string,
  body: (sink: Sink["Service"], look: Subject["snapshot"]) => Effect.Effect<void, unknown, Scope.Scope>
) => void
