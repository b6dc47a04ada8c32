/**
 * Remembers what was exported, so that a later change of it can be told: in a window of its own, as decisions about findings are
 * kept. Nothing of the rows is kept with it: what they were is in the audit chain.
 */
import { Effect } from "effect"
import type { ExportDeclaration } from "../domain/Declaration.ts"
import { maskCards } from "../domain/maskCards.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { commitDeclared } from "./commitDeclared.ts"

/** The rows of one currency that a file holds, and the balance behind the last of them; null where that is not known. */
export type ExportedCurrency = Pick<ExportDeclaration, "currency" | "rows" | "closing">

/** A file that was written of some days of a wallet. */
export interface Exported extends Pick<ExportDeclaration, "format" | "days" | "place" | "unproven" | "by"> {
  /**
   * Each currency that the file is about, also one that has no row in these days: what comes in a currency that is not named is no change
   * of the export. Empty for all of the wallet.
   */
  readonly currencies: ReadonlyArray<ExportedCurrency>
  /** The number of the last window of which it has the rows, where it was made of a copy; undefined for the last one of all. */
  readonly upTo?: number | undefined
}

/** Commits that a wallet was exported; what looks like a card's number is masked in it, and of `place` the file's name is kept alone. */
export const rememberExport = Effect.fn("rememberExport")(
  function*(
    walletNo: WalletNo,
    { by, currencies, format, place, unproven, upTo = Infinity, ...exported }: Exported
  ): Effect.fn.Return<void, SinkError, Sink> {
    const sink = yield* Sink
    const { sequence } = yield* sink.head
    const named = currencies.length > 0 ? currencies : yield* withoutRows(walletNo)
    yield* commitDeclared(walletNo, {
      origin: "export",
      days: exported.days,
      declarations: (days, at) =>
        named.map((each) => ({
          kind: "export",
          format,
          days,
          ...each,
          place: maskCards(fileNameOf(place)),
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
    return currencies.map((currency) => ({ currency, rows: 0, closing: null }))
  }
)

/** A folder may be named after somebody, and says nothing to who reads the file. */
const fileNameOf = (place: string): string => place.split(/[/\\]/).findLast((part) => part !== "") ?? place
