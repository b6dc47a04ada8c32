/**
 * Where copies for readers go.
 */
import { Context, type Duration } from "effect"

/** A place for a copy: a DuckDB file, or a folder of Parquet files. */
export interface PublishTarget {
  readonly kind: "file" | "folder"
  readonly path: string
}

/** The part of the settings that is about readers of the statement. */
export class PublishSettings extends Context.Service<PublishSettings, {
  /** Each once; none: nothing is published. */
  readonly targets: ReadonlyArray<PublishTarget>
  /** Permissions of what is published, such as 0o640. */
  readonly mode: number
  /** How long files of a folder stay that its manifest no longer names. */
  readonly keep: Duration.Duration
}>()("wallet-statement/settings/PublishSettings") {}
