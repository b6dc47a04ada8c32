/**
 * Declarations as a sink keeps them: numbered, and as the fields of the table `declarations` that are hashed.
 */
import type {
  AnchorDeclaration,
  DayAnchor,
  DecisionDeclaration,
  Declaration,
  ExportDeclaration,
  ProvenDeclaration
} from "../../domain/Declaration.ts"
import { formatDay } from "../../domain/Period.ts"
import type { Proof } from "../../domain/Proof.ts"
import { wellFormed } from "../../domain/wellFormed.ts"
import { decimalText } from "./decimalText.ts"

/** A declaration and its number: declarations of a file count from 1. */
export interface DeclaredRecord {
  readonly id: number
  readonly declaration: Declaration
}

/** A field of `declarations`: its column and its value. */
export type DeclaredField = readonly [column: string, value: string | number | null]

/** What the commit of a window makes known of it; the time is in milliseconds since 1970-01-01T00:00:00Z. */
interface Committed {
  readonly sequence: number
  readonly committedAt: number
}

/** Numbers declarations of a window, as a database keeps their text, and puts down in them what is known by its commit. */
export const numbered = (
  declarations: ReadonlyArray<Declaration>,
  firstId: number,
  committed: Committed
): ReadonlyArray<DeclaredRecord> =>
  declarations.map((declaration, index) => ({ id: firstId + index, declaration: storable(declaration, committed) }))

const storable = (declaration: Declaration, { committedAt: at, sequence }: Committed): Declaration => {
  switch (declaration.kind) {
    case "anchor":
      return { ...declaration, source: wellFormed(declaration.source) }
    case "settings":
      return { ...declaration, text: wellFormed(declaration.text) }
    case "accepted":
      return { ...declaration, source: declaration.source === null ? null : wellFormed(declaration.source) }
    case "decision": {
      const { by, reason } = declaration
      return { ...declaration, at, sequence, by: wellFormed(by), reason: reason === null ? null : wellFormed(reason) }
    }
    case "export": {
      const { by, format, place } = declaration
      return { ...declaration, at, by: wellFormed(by), format: wellFormed(format), place: wellFormed(place) }
    }
    case "proven":
      return { ...declaration, at, sequence }
  }
}

/** The fields that are hashed of every kind, in their order; those of other kinds are null. */
export const declaredFields = ({ declaration, id }: DeclaredRecord): ReadonlyArray<DeclaredField> => {
  const anchor = declaration.kind === "anchor" ? declaration : undefined
  const accepted = declaration.kind === "accepted" ? declaration : undefined
  const decision = declaration.kind === "decision" ? declaration : undefined
  const exported = declaration.kind === "export" ? declaration : undefined
  const proven = declaration.kind === "proven" ? declaration : undefined
  const days = accepted?.days ?? decision?.days ?? exported?.days ?? proven?.days
  const balance = anchor?.balance ?? exported?.closing ?? null
  return [
    ["id", id],
    ["kind", declaration.kind],
    ["currency", anchor?.currency ?? decision?.currency ?? exported?.currency ?? proven?.currency ?? null],
    ["day", anchor === undefined ? null : formatDay(anchor.day)],
    ["side", anchor?.end ?? null],
    ["balance", balance === null ? null : decimalText(balance)],
    ["source", anchor?.source ?? accepted?.source ?? null],
    ["settings", declaration.kind === "settings" ? declaration.text : null],
    ["rows", accepted?.rows ?? decision?.count ?? exported?.rows ?? null],
    ["from_day", days === undefined ? null : formatDay(days.from)],
    ["to_day", days === undefined ? null : formatDay(days.to)]
  ]
}

/** What is hashed behind these of a decision and of an export, in columns of their own that are null for other kinds. */
export const ownFields = ({ declaration }: DeclaredRecord): ReadonlyArray<DeclaredField> => {
  switch (declaration.kind) {
    case "decision": {
      const { amount, by, decision, finding, findingKind, reason } = declaration
      return [
        ["decision", decision],
        ["finding", finding],
        ["finding_kind", findingKind],
        ["amount", amount === null ? null : decimalText(amount)],
        ["decided_by", by],
        ["reason", reason]
      ]
    }
    case "export": {
      const { by, format, place, unproven, upTo } = declaration
      return [
        ["format", format],
        ["place", place],
        ["unproven", unproven ? "true" : "false"],
        ["up_to", upTo],
        ["exported_by", by]
      ]
    }
    default:
      return []
  }
}

/** The last decision about each finding, by its id. */
export const decisionsOf = (
  declarations: ReadonlyArray<Declaration>
): ReadonlyMap<string, DecisionDeclaration> =>
  new Map(declarations.flatMap((each) => (each.kind === "decision" ? [[each.finding, each]] : [])))

/** What was exported, in the order in which that was told. */
export const exportsOf = (declarations: ReadonlyArray<Declaration>): ReadonlyArray<ExportDeclaration> =>
  declarations.filter((each) => each.kind === "export")

/** The months that were found proven, in the order in which that was told. */
export const provenIn = (declarations: ReadonlyArray<Declaration>): ReadonlyArray<ProvenDeclaration> =>
  declarations.filter((each) => each.kind === "proven")

/** The balances that declarations of a wallet, in their order, leave known. */
export const anchorsOf = (declarations: ReadonlyArray<Declaration>): ReadonlyArray<DayAnchor> => {
  const last = new Map<string, AnchorDeclaration>()
  for (const declaration of declarations) {
    if (declaration.kind !== "anchor") continue
    const key = `${declaration.day} ${declaration.currency} ${declaration.end}`
    // What is declared anew comes last.
    last.delete(key)
    last.set(key, declaration)
  }
  const days = new Map<string, DayAnchor>()
  for (const { balance, currency, day, end, source } of last.values()) {
    if (balance === null) continue
    const key = `${day} ${currency}`
    days.set(key, { currency, day, opening: null, closing: null, ...days.get(key), [end]: balance, source })
  }
  return [...days.values()].sort(byDay)
}

const byDay = (left: DayAnchor, right: DayAnchor): number =>
  left.day - right.day || compare(left.currency ?? "", right.currency ?? "")

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** The settings that declarations of a wallet, in their order, leave in force. */
export const settingsOf = (declarations: ReadonlyArray<Declaration>): string | undefined =>
  declarations.findLast((declaration) => declaration.kind === "settings")?.text

/** Whether two lists of proofs say the same. */
export const sameProofs = (left: ReadonlyArray<Proof>, right: ReadonlyArray<Proof>): boolean =>
  keyOf(left) === keyOf(right)

const keyOf = (proofs: ReadonlyArray<Proof>): string =>
  proofs.map(({ currency, from, openingKnown, quietSince, to }) =>
    [currency, from, to, quietSince, openingKnown].join(" ")
  ).sort().join("\n")
