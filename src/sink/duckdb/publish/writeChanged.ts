/**
 * Writes the files of a folder whose rows are others than those of the files that are there, and no others.
 */
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import { currentVersion } from "../file/migrations.ts"
import type { FolderFiles } from "./FolderFiles.ts"
import type { Lake } from "./Lake.ts"
import type { Manifest, ManifestFile } from "./Manifest.ts"
import { newName, type Partition, partitionFolder, smallTables } from "./names.ts"
import { allPartitions, partitionsSince, rowsOfPartition, smallSelects, sumsOf } from "./partitions.ts"

/** An earlier publication: its manifest, and those of its files that are there. */
export interface Earlier {
  readonly manifest: Manifest
  readonly present: ReadonlyArray<ManifestFile>
}

/** The last window of a database, and the last run. */
interface Head {
  readonly sequence: number
  readonly text: string
  readonly runId: string | null
}

/** What is known of the files when all that changed are written. */
export type FilesNow = Pick<Manifest, "runId" | "head" | "layout" | "files">

/**
 * Writes what changed since an earlier publication. When that was of another chain, or of another layout, everything is written:
 * what its windows were says nothing of these rows then.
 */
export const writeChanged = Effect.fnUntraced(
  function*(lake: Lake, files: FolderFiles, earlier: Earlier | undefined): Effect.fn.Return<FilesNow, SinkError> {
    const head = yield* headOf(lake)
    const since = earlier === undefined ? undefined : yield* sequenceIn(lake, earlier.manifest)
    const present = since === undefined ? [] : earlier?.present ?? []
    const old = new Map(present.map((file) => [keyOf(file), file]))
    const touched = since === undefined
      ? yield* allPartitions(lake)
      : [...(yield* partitionsSince(lake, since)), ...lostOf(earlier)]
    const rewritten = new Map(touched.map((partition) => [keyOf(partition), partition]))
    const plan = planOf({ lake, files, sequence: head.sequence })
    const kept = present.filter((file) => file.wallet !== null && !rewritten.has(keyOf(file)))
    const partitions = yield* Effect.forEach(
      rewritten,
      ([key, partition]) => plan({ ...partition, table: "transactions" }, rowsOfPartition(partition), old.get(key))
    )
    const small = yield* Effect.forEach(
      smallTables,
      (table) => plan({ table, wallet: null, month: null }, smallSelects[table], old.get(keyOf({ table })))
    )
    const planned = [...partitions, ...small].filter((each) => each !== undefined)
    const drafts = planned.filter(isDraft)
    yield* files.prepare(drafts.map(({ path }) => path))
    const written = yield* Effect.forEach(drafts, writtenBy(lake, files))
    const all = [...kept, ...planned.flatMap((each) => (isDraft(each) ? [] : [each])), ...written]
    return {
      runId: head.runId,
      head: head.text,
      layout: currentVersion,
      files: all.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
    }
  }
)

/** What a file is of; a wallet's number has no blank. */
const keyOf = ({ month, table, wallet }: Partial<Pick<ManifestFile, "table" | "wallet" | "month">>): string =>
  wallet === undefined || wallet === null ? `table ${table}` : `${wallet} ${month}`

/** Partitions of which a file was named and is gone. */
const lostOf = (earlier: Earlier | undefined): ReadonlyArray<Partition> => {
  const present = new Set(earlier?.present.map(({ path }) => path))
  return (earlier?.manifest.files ?? []).flatMap(({ month, path, wallet }) =>
    wallet === null || month === null || present.has(path) ? [] : [{ month, wallet }]
  )
}

const headOf = Effect.fnUntraced(function*(lake: Lake): Effect.fn.Return<Head, SinkError> {
  const [window] = yield* lake.ask("SELECT sequence, audit_hash FROM statement_windows ORDER BY sequence DESC LIMIT 1")
  const [run] = yield* lake.ask("SELECT run_id FROM runs ORDER BY started_at DESC, run_id DESC LIMIT 1")
  return {
    sequence: Number(window?.[0] ?? 0),
    text: `${window?.[0] ?? 0}:${window?.[1] ?? "0".repeat(64)}`,
    runId: run === undefined ? null : String(run[0])
  }
})

/** The last window of an earlier publication; undefined where it is no window of this database, or of another layout. */
const sequenceIn = Effect.fnUntraced(
  function*(lake: Lake, { head, layout }: Manifest): Effect.fn.Return<number | undefined, SinkError> {
    const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? []
    if (sequence === undefined || layout !== currentVersion) return undefined
    const [window] = yield* lake.ask(`SELECT audit_hash FROM statement_windows WHERE sequence = ${sequence}`)
    return window?.[0] === hash ? Number(sequence) : undefined
  }
)

interface Writing {
  readonly lake: Lake
  readonly files: FolderFiles
  readonly sequence: number
}

/** A file that is to be written, with the statement whose rows it gets. */
interface Draft extends Omit<ManifestFile, "bytes" | "sha256"> {
  readonly select: string
}

const isDraft = (file: ManifestFile | Draft): file is Draft => "select" in file

/** The file that has a statement's rows: the one that is there, or a new one; none for a wallet's month without rows. */
const planOf = ({ files, lake, sequence }: Writing) =>
  Effect.fnUntraced(
    function*(
      of: Pick<ManifestFile, "table" | "wallet" | "month">,
      select: string,
      old: ManifestFile | undefined
    ): Effect.fn.Return<ManifestFile | Draft | undefined, SinkError> {
      if (old !== undefined && (yield* lake.hasRows(select, files.placeOf(old.path), old.rows))) return old
      const { month, table, wallet } = of
      const isPartition = wallet !== null && month !== null
      const counted = isPartition ? yield* sumsOf(lake, select) : { rows: yield* countOf(lake, select), sums: [] }
      if (isPartition && counted.rows === 0) return undefined
      return {
        path: newName(isPartition ? partitionFolder({ month, wallet }) : table, sequence),
        ...of,
        ...counted,
        select
      }
    }
  )

const writtenBy = (lake: Lake, files: FolderFiles) =>
  Effect.fnUntraced(function*({ select, ...file }: Draft): Effect.fn.Return<ManifestFile, SinkError> {
    const written = yield* lake.write(select, files.placeOf(file.path))
    yield* files.forReaders(file.path)
    return { ...file, ...written }
  })

const countOf = (lake: Lake, select: string): Effect.Effect<number, SinkError> =>
  Effect.map(lake.ask(`SELECT count(*) FROM (${select})`), ([row]) => Number(row?.[0]))
