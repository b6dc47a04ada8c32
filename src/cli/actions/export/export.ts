/**
 * The work of `export`: ledgers of the file or of a published copy, written in a format that another program imports.
 */
import { Clock, Effect, Option } from "effect"
import { ExportRefused } from "../../../analytics/export/ExportRefused.ts"
import type { Exported } from "../../../analytics/export/Format.ts"
import { formatNamed } from "../../../analytics/export/formats/formatNamed.ts"
import { headOf, ledgerReader, ledgersOf, type Selection } from "../../../analytics/export/LedgerReader.ts"
import { formatDayOrNull } from "../../../domain/Period.ts"
import { printable } from "../../../domain/printable.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { Database, type DatabaseReader } from "../../../sink/duckdb/index.ts"
import { waitForLock } from "../../../sink/duckdb/waitForLock.ts"
import { CommandEnd, exitCode, wrongUsage } from "../../ending/exit.ts"
import { printData, printJson, printNotice } from "../../output/output.ts"
import { askedDays } from "../askedDays.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import { namedWallets } from "../namedWallets.ts"
import { commandAgain } from "./commandAgain.ts"
import { exportedJson, exportedText, leftOutNotes } from "./exportedText.ts"
import { putAllInPlace } from "./putAllInPlace.ts"
import { refuseUnproven } from "./refuseUnproven.ts"
import { remembered } from "./remembered.ts"

/** What the command was given. */
export interface ExportInput {
  readonly format: string
  readonly dialect: Option.Option<string>
  readonly out: string
  readonly wallet: ReadonlyArray<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly unproven: boolean
  readonly noOpening: boolean
  readonly replace: boolean
  readonly db: Option.Option<string>
  readonly json: boolean
}

/** Memory for what is asked of the file: rows are sorted, and go through. */
const readerBytes = 512 * 2 ** 20

/** Writes the files, and says what is in each. */
export const exportStatement = Effect.fnUntraced(
  function*(input: ExportInput) {
    const { dialect, format: name, from, json, noOpening, out, replace, to, unproven, wallet } = input
    const { format, words } = yield* Effect.fromResult(
      formatNamed({ name, dialect: Option.getOrNull(dialect), goesOn: noOpening })
    ).pipe(Effect.mapError(wrongUsage))
    const days = yield* askedDays({ from, to })
    const { wait } = yield* DatabaseSettings
    const { exported, put: written } = yield* readFileOrCopy((path, copy) =>
      Effect.gen(function*() {
        const database = yield* Database.openReadOnly(path, readerBytes)
        const wallets = yield* namedWallets(database, wallet)
        const selection = {
          from: formatDayOrNull(days.from),
          to: formatDayOrNull(days.to),
          wallets,
          mayBeUnproven: unproven
        }
        const exported = yield* exportedOf(database, selection, noOpening)
        return {
          exported,
          put: yield* putAllInPlace({ format, exported, reader: ledgerReader(database), out, mayReplace: replace })
        }
      }).pipe(
        Effect.scoped,
        (work) => waitForLock(work, copy === null && wait !== undefined ? { atMost: wait } : undefined),
        Effect.catchIf(
          (error) => error instanceof ExportRefused,
          ({ message }) => Effect.fail(new CommandEnd({ code: exitCode.failed, message }))
        )
      )
    )
    yield* Effect.forEach(
      written.leftOver,
      (path) =>
        printNotice(
          `${path} is left of an earlier export of other wallets or parts: remove it, so that nobody imports it.`,
          "WARN"
        )
    )
    yield* Effect.forEach([...leftOutNotes(exported.ledgers), ...written.notes], (note) => printNotice(note, "WARN"))
    const isRemembered = yield* remembered({
      exported,
      files: written.files,
      format: words,
      command: commandAgain(input, { format, words })
    })
    yield* json ? printJson(exportedJson(written, isRemembered)) : printData(exportedText(written.files))
  },
  Effect.provide([layerCopies, layerDatabase])
)

const exportedOf = Effect.fnUntraced(function*(database: DatabaseReader, selection: Selection, goesOn: boolean) {
  const ledgers = yield* ledgersOf(database, selection)
  if (ledgers.length === 0) return yield* wrongUsage("No row of these wallets is loaded.")
  if (!selection.mayBeUnproven) yield* refuseUnproven(ledgers)
  const without = selection.wallets.filter((walletNo) => !ledgers.some((ledger) => ledger.walletNo === walletNo))
  yield* Effect.forEach(
    without,
    (walletNo) =>
      printNotice(`${printable(walletNo)}: no row of this wallet is loaded, so nothing of it is exported.`, "WARN")
  )
  const exported: Exported = { ledgers, madeAt: yield* Clock.currentTimeMillis, head: yield* headOf(database), goesOn }
  return exported
})
