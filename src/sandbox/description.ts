/**
 * Texts of records as merchants see them. The interface promises only that a description includes the currency and
 * the amount; how they are written varies here as it does in the field (`KES10.00`, `KES 10.00`).
 */

/** What kind of movement a record is. */
export const shapes = ["payment", "fee", "reversal"] as const
export type Shape = (typeof shapes)[number]

const parties = [
  "Wanjiru Traders",
  "Mama Njeri Groceries",
  "Otieno Hardware Ltd",
  "Green Valley Dairy",
  "Café Amani",
  "Lakeside Fisheries",
  "Baraka Auto Spares",
  "Zawadi Boutique",
  "Kilimo Co-operative",
  "Müller & Söhne",
  "Sunrise Academy",
  "Jirani Pharmacy",
  "O'Brien Imports",
  "Tumaini \"Quick\" Foods",
  "Ndovu Safaris",
  "Pwani Logistics"
]

const purposes = [
  "stock order",
  "salary advance",
  "prepaid electricity",
  "school fees",
  "rent",
  "airtime bundle",
  "water bill",
  "supplier settlement",
  "delivery",
  "insurance premium"
]

/** What a description is made of; `bits` picks the words. */
export interface DescriptionParts {
  readonly debit: boolean
  readonly shape: Shape
  readonly currency: string
  readonly amount: string
  readonly bits: number
}

const pick = (from: ReadonlyArray<string>, bits: number): string => from[bits % from.length] ?? ""

/** Writes a description. */
export const describe = ({ amount, bits, currency, debit, shape }: DescriptionParts): string => {
  const money = `${debit ? "Debited" : "Credited"} ${currency}${(bits & 1) === 0 ? "" : " "}${amount}`
  const party = pick(parties, bits >>> 1)
  if (shape === "fee") return `${money} transaction fee`
  if (shape === "reversal") return `${money} reversal, ${party}`
  const direction = debit ? "to" : "from"
  switch ((bits >>> 5) % 4) {
    case 0:
      return `${money} ${direction} ${party}`
    case 1:
      return `${money} ${direction} ${party} for ${pick(purposes, bits >>> 7)}`
    case 2:
      return `${money} ${direction} ${party}, invoice ${1000 + ((bits >>> 11) % 9000)}`
    default:
      return `${money} for ${pick(purposes, bits >>> 7)} (${party})`
  }
}
