/**
 * Remembers what was exported, so that a later change of it can be told: in a window of its own, as decisions about findings are
 * kept. Nothing of the rows is kept with it: what they were is in the audit chain.
 */
import { Effect } from "effect"
import type { ExportDeclaration } from "../domain/Declaration.ts"
import { maskCards } from "../domain/maskCards.ts"
import { overlap } from "../domain/Period.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { commitDeclared } from "./commitDeclared.ts"

/** The rows of one currency that a file holds, and the balance behind the last of them; null where that is not known. */
export interface ExportedCurrency extends Pick<ExportDeclaration, "currency" | "rows" | "closing"> {
  /** The file that holds them, where it is not that of all. */
  readonly place?: string | undefined
}

/** A file that was written of some days of a wallet. */
export interface Exported extends Pick<ExportDeclaration, "format" | "days" | "place" | "unproven" | "by"> {
  /**
   * Each currency that the file is about, also one that has no row in these days: what comes in a currency that is not named is no change
   * of the export. Empty for all of the wallet.
   */
  readonly currencies: ReadonlyArray<ExportedCurrency>
  /** Currencies of which rows were written of other days: of these the export is not about them. */
  readonly ofOtherDays?: ReadonlyArray<Currency | null> | undefined
  /** The number of the last window of which it has the rows, where it was made of a copy; undefined for the last one of all. */
  readonly upTo?: number | undefined
}

/**
 * Commits that a wallet was exported; what looks like a card's number is masked in it, and of `place` the file's name is kept alone. It is
 * about currencies, too, that earlier exports of these days had and of which no row is left: else their findings had no end.
 */
export const rememberExport = Effect.fn("rememberExport")(
  function*(
    walletNo: WalletNo,
    { by, currencies, days: exportedDays, format, ofOtherDays = [], place, unproven, upTo = Infinity }: Exported
  ): Effect.fn.Return<void, SinkError, Sink> {
    const sink = yield* Sink
    const { sequence } = yield* sink.head
    const about = currencies.length > 0 ? currencies : yield* withoutRows(walletNo)
    const known = new Set([...about.map(({ currency }) => currency), ...ofOtherDays])
    const gone = (yield* sink.exports(walletNo)).filter((earlier) =>
      earlier.format === format && overlap(earlier.days, exportedDays) !== undefined && !known.has(earlier.currency)
    )
    const named = [...about, ...[...new Set(gone.map(({ currency }) => currency))].map(noRows)]
    yield* commitDeclared(walletNo, {
      origin: "export",
      days: exportedDays,
      declarations: (days, at) =>
        named.map((each) => ({
          kind: "export",
          format,
          days,
          ...each,
          place: maskCards(fileNameOf(each.place ?? place)),
          unproven,
          upTo: Math.min(upTo, sequence),
          by: maskCards(by),
          at
        }))
    })
  }
)

const withoutRows = Effect.fnUntraced(
  function*(walletNo: WalletNo): Effect.fn.Return<ReadonlyArray<ExportedCurrency>, SinkError, Sink> {
    const proofs = yield* (yield* Sink).proofs(walletNo)
    const currencies = proofs.length === 0 ? [null] : proofs.map(({ currency }) => currency)
    return currencies.map(noRows)
  }
)

const noRows = (currency: Currency | null): ExportedCurrency => ({ currency, rows: 0, closing: null })

/** A folder may be named after somebody, and says nothing to who reads the file. */
const fileNameOf = (place: string): string => place.split(/[/\\]/).findLast((part) => part !== "") ?? place
