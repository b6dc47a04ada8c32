/**
 * The work of `reconcile`: reads the file or a published copy, holds it against the books, and prints what came of it.
 */
import { Effect, Option, Stream } from "effect"
import { feeRulesOf } from "../../../analytics/reconcile/feeRules.ts"
import { listed, listNames } from "../../../analytics/reconcile/listed.ts"
import { reconcile, type Reconciled, type ReconcileOptions } from "../../../analytics/reconcile/reconcile.ts"
import { isOpenList } from "../../../analytics/reconcile/totals.ts"
import { openWorkspace, type Workspace } from "../../../analytics/Workspace.ts"
import * as Period from "../../../domain/Period.ts"
import { plainJson } from "../../../json/JsonEscape.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { Database } from "../../../sink/duckdb/index.ts"
import { CommandEnd, exitCode, wrongUsage } from "../../ending/exit.ts"
import { dataColumns, printData, printNotice, printPart } from "../../output/output.ts"
import { askedDays } from "../askedDays.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import { namedWallets } from "../namedWallets.ts"
import { booksFrom, type BooksInput, profileFrom } from "./books.ts"
import { type FilesInput, refuseUnfitFiles, writeFiles } from "./reconciledFiles.ts"
import { reconciledText } from "./reconciledText.ts"

/** What the command was given. */
export interface ReconcileInput extends BooksInput, FilesInput {
  readonly wallet: Option.Option<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly days: Option.Option<string>
  readonly fee: ReadonlyArray<string>
  readonly json: boolean
}

/** Payments that are further apart than a year are not known by their time. */
const mostDays = 366
const usualDays = 3

const optionsOf = Effect.fnUntraced(
  function*(
    { days: flag, fee, from, to, wallet, ...books }: ReconcileInput
  ): Effect.fn.Return<ReconcileOptions, CommandEnd> {
    const profile = yield* profileFrom(books.profile)
    const given = Option.getOrUndefined(flag) ?? profile.days
    const days = given === undefined ? usualDays : /^\d{1,3}$/.test(given) ? Number(given) : Infinity
    if (days > mostDays) {
      return yield* wrongUsage(
        `${Option.isSome(flag) ? "--days" : "days of the profile"} is no whole number from 0 to ${mostDays}`
      )
    }
    const fees = yield* Effect.mapError(
      Effect.fromResult(feeRulesOf(fee.length > 0 ? fee : profile.fees)),
      (problem) => wrongUsage(`${fee.length > 0 ? "--fee" : "In the profile's fees,"} ${problem}`)
    )
    return {
      books: yield* booksFrom(books),
      days,
      fees,
      wallet: Option.getOrUndefined(wallet) ?? profile.wallet ?? null,
      ...(yield* askedDays({ from, to }))
    }
  }
)

/** Memory for what is asked of the file: rows go through, and days are summed. */
const readerBytes = 256 * 2 ** 20

/** Whether something is left that somebody has to look at. */
const isOpen = ({ totals }: Reconciled): boolean => totals.some(({ list }) => isOpenList(list))

/** Holds the statement against the books; ends with 3 when something is open. */
export const reconcileBooks = Effect.fnUntraced(
  function*(input: ReconcileInput) {
    const options = yield* optionsOf(input)
    yield* refuseUnfitFiles(input)
    const workspace = yield* openWorkspace
    const reconciled = yield* reconcile(
      workspace,
      (read) =>
        readFileOrCopy((place) =>
          Database.openReadOnly(place, readerBytes).pipe(
            Effect.tap((reader) => namedWallets(reader, options.wallet === null ? [] : [options.wallet])),
            Effect.flatMap(read),
            Effect.scoped
          )
        ),
      options
    ).pipe(Effect.catchTag("BooksRefused", ({ message }) => Effect.fail(wrongUsage(message))))
    const written = yield* writeFiles(workspace, reconciled, options, input)
    yield* input.json
      ? printLists(workspace, reconciled)
      : Effect.flatMap(reconciledText(workspace, reconciled, options.fees, dataColumns()), printData)
    yield* Effect.forEach(written, (text) => printNotice(text), { discard: true })
    if (isOpen(reconciled)) return yield* new CommandEnd({ code: exitCode.incomplete, message: "" })
  },
  Effect.scoped,
  Effect.provide([layerCopies, layerDatabase])
)

/** One document, written as the lists come: a year of payments is more than one text should hold. */
const printLists = Effect.fnUntraced(
  function*(workspace: Workspace, { leftOut, needless, missingDays, period, unfit }: Reconciled) {
    for (const [place, name] of listNames.entries()) {
      yield* printPart(`${place === 0 ? "{" : ","}"${name}":[`)
      let isFirst = true
      yield* listed(workspace, name).pipe(
        Stream.runForEach((members) => {
          const text = members.join(",")
          const before = isFirst ? "" : ","
          isFirst = false
          return printPart(plainJson(`${before}${text}`))
        })
      )
      yield* printPart("]")
    }
    const told = unfit.map(({ decision, why }) => ({
      decision: decision.id,
      why,
      matchesWithout: needless.has(decision.id)
    }))
    const { days: outsideDays, otherWallets, outsidePeriod, walletCount, wallets } = leftOut
    const others = { rows: otherWallets, wallets: walletCount, first: wallets }
    const outside = { rows: outsidePeriod, from: outsideDays?.[0] ?? null, to: outsideDays?.[1] ?? null }
    const days = { from: Period.formatDay(period.from), to: Period.formatDay(period.to) }
    const missing = missingDays.map((each) => ({
      wallet: each.wallet,
      days: each.days.map(({ from, to }) => ({ from: Period.formatDay(from), to: Period.formatDay(to) }))
    }))
    const rest = {
      period: days,
      missingDays: missing,
      unfitDecisions: told,
      booksLeftOut: { otherWallets: others, outsidePeriod: outside }
    }
    yield* printPart(`,${plainJson(JSON.stringify(rest).slice(1))}\n`)
  }
)
