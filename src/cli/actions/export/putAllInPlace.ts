/**
 * Writes the files of an export beside their places and puts them there together, when all are whole.
 */
import { Effect, type Scope } from "effect"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { type ExportRefused, exportRefused } from "../../../analytics/export/ExportRefused.ts"
import type { Exported, Format } from "../../../analytics/export/Format.ts"
import type { Ledger } from "../../../analytics/export/Ledger.ts"
import type { LedgerReader } from "../../../analytics/export/LedgerReader.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import { type CommandEnd, wrongUsage } from "../../ending/exit.ts"
import { walletNosIn } from "../walletNosIn.ts"
import { attempt, besides, refuseUnfit } from "../writtenFile.ts"
import { leftOver, ofLedger, partOf } from "./places.ts"
import { writeTexts, type Written } from "./writeTexts.ts"

/** What is written, and where. */
interface Writing {
  readonly format: Format
  readonly exported: Exported
  readonly reader: LedgerReader
  readonly out: string
  /** Whether a file that is there is replaced, though it may be another program's. */
  readonly mayReplace: boolean
}

/** A file of an export in its place. */
export interface ExportedFile {
  readonly path: string
  readonly ledgers: ReadonlyArray<Ledger>
  /** Which of how many files of its ledgers it is, from 1. */
  readonly part: number
  readonly parts: number
}

/** The files, and those that an earlier export left beside them. */
export interface Put {
  readonly files: ReadonlyArray<ExportedFile>
  readonly leftOver: ReadonlyArray<string>
  /** What the format could not hold as it was, a sentence each. */
  readonly notes: ReadonlyArray<string>
}

/** Writes all files or none. */
export const putAllInPlace = Effect.fnUntraced(
  function*({ exported, format, mayReplace, out, reader }: Writing): Effect.fn.Return<
    Put,
    CommandEnd | ExportRefused | SinkError,
    Scope.Scope
  > {
    const kind = { beginning: format.beginning, name: format.title }
    const isSplit = format.kind === "text" && format.isSplitByLedger && exported.ledgers.length > 1
    const firstPlaces = isSplit ? exported.ledgers.map((ledger) => ofLedger(out, ledger)) : [out]
    const refuse = (place: string): Effect.Effect<void, CommandEnd> =>
      Effect.andThen(refuseUnfit(place, kind), mayReplace ? Effect.void : refuseAnothers(place, format))
    yield* Effect.forEach(firstPlaces, refuse)
    const walletNos = yield* walletNosIn(reader.database)
    const names: Array<string> = []
    const newName = (): string => {
      const name = besides(out)
      names.push(name)
      return name
    }
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => Promise.allSettled(names.map((name) => rm(name, { force: true }))))
    )
    const { notes, parts: written } = format.kind === "text"
      ? yield* writeTexts(format, exported, reader, newName)
      : yield* writeBinary(format, exported, reader, newName())
    const groups = [...Map.groupBy(written, ({ ledgers }) => ledgers).values()]
    const placed = groups.flatMap((group) => {
      const [ledger] = group[0]?.ledgers ?? []
      const place = isSplit && ledger !== undefined ? ofLedger(out, ledger) : out
      return group.map(({ ledgers, temporary }, index) => ({
        temporary,
        file: { path: partOf(place, index + 1, group.length), ledgers, part: index + 1, parts: group.length }
      }))
    })
    const paths = placed.map(({ file }) => file.path)
    const twice = paths.find((path, index) => paths.indexOf(path) < index)
    if (twice !== undefined) {
      return yield* exportRefused(`Two wallets would be written to ${twice}: export them one by one, with --wallet.`)
    }
    yield* Effect.forEach(paths, refuse)
    yield* Effect.forEach(placed, ({ file, temporary }) => attempt(file.path, () => rename(temporary, file.path)))
    return {
      files: placed.map(({ file }) => file),
      notes,
      leftOver: yield* leftOver({ format, out, walletNos, written: paths })
    }
  }
)

/** Nothing in such a file says who wrote it. */
const refuseAnothers = (place: string, { mayBeAnothers = false, title }: Format): Effect.Effect<void, CommandEnd> =>
  mayBeAnothers && existsSync(place)
    ? Effect.fail(
      wrongUsage(
        `${place} is there, and may be another program's ${title}: --replace replaces it, or name another place.`
      )
    )
    : Effect.void

const writeBinary = (
  format: Extract<Format, { kind: "binary" }>,
  exported: Exported,
  reader: LedgerReader,
  temporary: string
): Effect.Effect<Written, ExportRefused | SinkError> =>
  Effect.map(format.write(exported, reader, temporary), (notes) => ({
    parts: [{ temporary, ledgers: exported.ledgers }],
    notes
  }))
