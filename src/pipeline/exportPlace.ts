/**
 * Where a finding about an export stands: of the export, so that the next one of the same days has findings of its own.
 */
import type { ExportDeclaration } from "../domain/Declaration.ts"
import { formatDay } from "../domain/Period.ts"
import type { Placed } from "./findingId.ts"

/** What makes the id of the finding about an export. */
export const exportPlace = (
  { currency, days, format, upTo }: Pick<ExportDeclaration, "currency" | "days" | "format" | "upTo">
): Placed => {
  const [from, to] = [formatDay(days.from), formatDay(days.to)]
  return { kind: "changed-after-export", currency, from, to, place: `export ${format} ${from} ${to} ${upTo}` }
}
