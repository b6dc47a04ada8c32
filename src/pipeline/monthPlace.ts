/**
 * Where a finding about a proven month stands: of its days, which are declared once.
 */
import type { ProvenDeclaration } from "../domain/Declaration.ts"
import { formatDay } from "../domain/Period.ts"
import type { Placed } from "./findingId.ts"

/** What makes the id of the finding about a month. */
export const monthPlace = ({ currency, days }: Pick<ProvenDeclaration, "currency" | "days">): Placed => ({
  kind: "changed-after-proof",
  currency,
  from: formatDay(days.from),
  to: formatDay(days.to),
  place: null
})
