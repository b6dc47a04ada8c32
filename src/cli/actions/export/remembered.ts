/**
 * Keeps in the database what was exported, so that pulls tell when rows of it change. What can't be kept is told: the files are there all
 * the same.
 */
import { Effect } from "effect"
import type { Exported } from "../../../analytics/export/Format.ts"
import type { Ledger } from "../../../analytics/export/Ledger.ts"
import { daysOf } from "../../../domain/Finding.ts"
import { Currency, WalletNo } from "../../../domain/Wallet.ts"
import { rememberExport } from "../../../pipeline/rememberExport.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { readIsCopy } from "../../../settings/publish.ts"
import { layerWitness } from "../../../settings/Settings.ts"
import { layerDuckDbConfig } from "../../../sink/duckdb/index.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import { printNotice } from "../../output/output.ts"
import { printProblems, withWitness } from "../../witness/tellWitness.ts"
import { nameFrom } from "../reason.ts"
import { tellingWait } from "../tellingWait.ts"
import type { ExportedFile } from "./putAllInPlace.ts"

/** What was exported, as the command was told to, and where it is. */
interface Kept {
  readonly format: string
  /** What the command was given, to be given again. */
  readonly command: string
  readonly exported: Exported
  readonly files: ReadonlyArray<ExportedFile>
}

/** Whether all of it is remembered. */
export const remembered = Effect.fnUntraced(
  function*({ command, exported, files, format }: Kept) {
    const { path, wait } = yield* DatabaseSettings
    if (yield* readIsCopy) {
      yield* printNotice(
        `${notRemembered} ${path} is a published copy, which the next run replaces: export from the database itself.`,
        "WARN"
      )
      return false
    }
    const by = yield* Effect.orElseSucceed(nameFrom(undefined), () => "unknown")
    const upTo = Number(exported.head?.split(":")[0] ?? 0)
    const groups = [...Map.groupBy(exported.ledgers, ({ from, to, walletNo }) => `${walletNo} ${from} ${to}`).values()]
    // Once begun it comes to its end: of an export of several wallets none is left out.
    const keeping = Effect.forEach(groups, (ledgers) => keep({ by, exported, files, format, ledgers, upTo })).pipe(
      Effect.uninterruptible,
      withWitness
    )
    const [, witnessed] = yield* keeping.pipe(Effect.provide(layerDuckDbConfig), tellingWait(command, wait))
    yield* printProblems(witnessed)
    return true
  },
  Effect.provide(layerWitness),
  Effect.catchTag("SinkError", ({ message }: SinkError) =>
    Effect.as(
      printNotice(`${notRemembered} ${message}`, "WARN"),
      false
    ))
)

const notRemembered = "This export is not remembered, so nobody is told when rows of it change later."

interface Group {
  readonly by: string
  readonly exported: Exported
  readonly files: ReadonlyArray<ExportedFile>
  readonly format: string
  readonly ledgers: ReadonlyArray<Ledger>
  readonly upTo: number
}

const keep = ({ by, exported, files, format, ledgers, upTo }: Group) => {
  const [first] = ledgers
  const days = first === undefined ? undefined : daysOf(first)
  if (first === undefined || days === undefined) return Effect.void
  return rememberExport(WalletNo.make(first.walletNo), {
    format,
    days,
    currencies: ledgers.map((ledger) => ({
      currency: currencyOf(ledger),
      rows: ledger.rows,
      closing: ledger.closing,
      place: placeOf(files, ledger)
    })),
    ofOtherDays: exported.ledgers
      .filter((ledger) => ledger.walletNo === first.walletNo && !ledgers.includes(ledger))
      .map(currencyOf),
    place: placeOf(files, first),
    unproven: ledgers.some(({ unproven }) => unproven.length > 0),
    by,
    upTo
  })
}

const currencyOf = ({ currency }: Ledger): Currency | null => (currency === null ? null : Currency.make(currency))

/** A format that splits by ledgers has a file for each. */
const placeOf = (files: ReadonlyArray<ExportedFile>, ledger: Ledger): string =>
  files.find((file) => file.ledgers.includes(ledger))?.path ?? ""
