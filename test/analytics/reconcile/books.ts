/**
 * Statements and the books of the same payments, made from a seed, with the truth of which rows belong together.
 */

/** How the books tell which payment a row is: by the statement's id, by a reference that stands in descriptions, or not at all. */
export type Kind = "ids" | "references" | "times"

export interface StatementRow {
  readonly txnId: string
  readonly leg: number
  readonly at: string
  /** In hundredths. */
  readonly amount: number
  readonly description: string
}

export interface BooksRow {
  readonly id: string | null
  readonly day: string
  readonly amount: number
  readonly reference: string | null
}

/** What became of a payment in the books. */
export type Fate =
  | "plain"
  | "shifted"
  | "late"
  | "mistyped"
  | "split"
  | "merged"
  | "settled"
  | "kept"
  | "charged"
  | "doubled"
  | "wrong amount"
  | "missing"
  | "invented"

/** Rows that belong together, by their places in the two lists. */
export interface Truth {
  readonly fate: Fate
  readonly statement: ReadonlyArray<number>
  readonly books: ReadonlyArray<number>
}

export interface Case {
  readonly statement: ReadonlyArray<StatementRow>
  readonly books: ReadonlyArray<BooksRow>
  readonly truth: ReadonlyArray<Truth>
}

/** Numbers from 0 to below 1 that a seed decides. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A fee that a service keeps of a payment, as a formula, and by hundredths. */
export const feeFormula = "1.5% + 5.00, at most 90.00"
const feeOf = (amount: number): number => Math.min(Math.round(Math.abs(amount) * 1.5 / 100) + 500, 9000)
export const netOf = (amount: number): number => amount - feeOf(amount)

const dayText = (day: number): string => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)

export const lastDay = 89

/**
 * Books of `payments` payments; rows that nothing tells apart have fates that say so, or amounts that no other row has. With fees a part
 * of the payments is `kept` of, in their own row, or `charged` for, in a row beside.
 */
export const makeCase = (seed: number, kind: Kind, payments: number, days: number, hasFees = false): Case => {
  const random = randomOf(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const oneOf = <A>(values: ReadonlyArray<A>): A => values[below(values.length)] as A
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
  const name = (length: number): string => Array.from({ length }, () => oneOf([...letters])).join("")
  const anAmount = (): number =>
    (random() < 0.5 ? oneOf([100, 250, 500, 1000, 2000, 5000, 10_000]) * 100 : 1 + below(2_000_000)) *
    (random() < 0.4 ? -1 : 1)
  const typo = (text: string): string => {
    const at = 4 + below(text.length - 5)
    const [before, after] = [text.slice(0, at), text.slice(at)]
    const other = oneOf([...letters].filter((letter) => letter !== after[0] && letter !== after[1]))
    const swapped = `${before}${after[1] ?? ""}${after[0] ?? ""}${after.slice(2)}`
    return oneOf([
      `${before}${other}${after.slice(1)}`,
      `${before}${after.slice(1)}`,
      `${before}${other}${after}`,
      swapped === text ? `${before}${other}${after}` : swapped
    ])
  }

  // Services number their payments, with holes: a letter that is wrong makes an id that another payment may have.
  const areNumbered = seed % 2 === 1
  let numbers = 546_000
  const anId = (): string => {
    numbers += 1 + below(4)
    return areNumbered ? `QFV000${numbers}` : `Q${name(9)}`
  }

  const statement: Array<StatementRow & { readonly day: number }> = []
  const books: Array<BooksRow> = []
  const truth: Array<Truth> = []
  const plans: Array<() => void> = []

  const add = (day: number, row: Omit<StatementRow, "at">): number => {
    const clock = new Date(below(86_400) * 1000).toISOString().slice(11, 19)
    return statement.push({ ...row, at: `${dayText(day)} ${clock}`, day }) - 1
  }
  const enter = (day: number, amount: number, id: string | null, reference: string | null): number =>
    books.push({
      id: kind === "ids" ? id : kind === "references" ? `ORDER-${books.length}` : null,
      day: dayText(Math.min(Math.max(day, 0), lastDay)),
      amount,
      reference: kind === "references" ? reference : null
    }) - 1

  /** Amounts that stand in the statement within reach of a day, alone or summed by id. */
  const isTaken = (day: number, amount: number): boolean => {
    const nearby = statement.filter((row) => Math.abs(row.day - day) <= 2 * days + 1)
    return nearby.some((row) =>
      row.amount === amount ||
      nearby.filter(({ txnId }) => txnId === row.txnId).reduce((sum, each) => sum + each.amount, 0) === amount
    )
  }

  const isTakenEither = (day: number, amount: number): boolean =>
    isTaken(day, amount) || (hasFees && isTaken(day, netOf(amount)))

  for (let number = 0; number < payments; number++) {
    const day = days + below(lastDay - 2 * days)
    const txnId = anId()
    const isCustomer = random() < 0.15
    const reference = isCustomer ? `ACC-${String(1000 + below(40))}` : `INV-${100_000 + number * 7 + below(7)}`
    const amount = anAmount()
    const fated: Fate = hasFees && random() < 0.5 ? (random() < 0.5 ? "kept" : "charged") : "plain"
    const shownReference = kind === "references" ? `for ${reference} ` : ""
    const row = add(day, {
      txnId,
      leg: 0,
      amount: fated === "kept" ? netOf(amount) : amount,
      description: `${amount < 0 ? "Debited" : "Credited"} KES${Math.abs(amount) / 100} ${shownReference}by ${
        oneOf(["Kilimo Ltd", "Ann Wanjiru", "Duka 24"])
      }`
    })
    const isCharged = fated === "plain" ? amount < 0 && random() < 0.4 : fated === "charged"
    // What no rule tells is never what a rule would tell.
    const drawnCharge = 250 + 5 * below(200)
    const charge = fated === "charged"
      ? feeOf(amount)
      : drawnCharge + (hasFees && drawnCharge === feeOf(amount) ? 1 : 0)
    const fee = isCharged
      ? add(day, { txnId, leg: 1, amount: -charge, description: "Debited transaction fee" })
      : undefined
    const feeAmount = fee === undefined ? 0 : statement[fee]?.amount ?? 0
    const shift = (): number => (1 + below(days)) * (random() < 0.5 ? -1 : 1)
    const note = (fate: Fate, rows: ReadonlyArray<number>, entered: ReadonlyArray<number>) =>
      truth.push({ fate, statement: rows, books: entered })
    /** The fee as a row of its own, with the payment's id or reference, or not at all. */
    const enterFee = () => {
      if (fee === undefined) return
      if (random() < 0.5) note("plain", [fee], [enter(day, feeAmount, txnId, txnId)])
      else note("missing", [fee], [])
    }
    plans.push(() => {
      const dice = random()
      const rows = fee === undefined ? [row] : [row, fee]
      if (fated !== "plain") {
        const isShifted = dice < 0.2
        if (dice < 0.9) note(fated, rows, [enter(isShifted ? day + shift() : day, amount, txnId, reference)])
        else if (dice < 0.95) note("missing", rows, [])
        else {
          note("doubled", rows, [enter(day, amount, txnId, reference), enter(day, amount, txnId, reference)])
        }
      } else if (dice < 0.03) {
        note("missing", rows, [])
      } else if (dice < 0.06) {
        note("doubled", [row], [enter(day, amount, txnId, reference), enter(day, amount, txnId, reference)])
        enterFee()
      } else if (dice < 0.1 && kind !== "times" && !isCustomer && Math.abs(amount) > 300) {
        const part = Math.trunc(amount * (0.1 + 0.35 * random()))
        note("split", [row], [enter(day, part, txnId, reference), enter(day, amount - part, txnId, reference)])
        enterFee()
      } else if (dice < 0.2 && fee !== undefined) {
        note("merged", [row, fee], [enter(day, amount + feeAmount, txnId, txnId)])
      } else if (dice < 0.25) {
        note("shifted", [row], [enter(day + shift(), amount, txnId, reference)])
        enterFee()
      } else if (dice < 0.27 && kind !== "times" && !isCustomer) {
        note("late", [row], [enter(day + 10, amount, txnId, reference)])
        enterFee()
      } else if (dice < 0.29 && kind !== "times" && !isCustomer) {
        note("mistyped", [row], [enter(day, amount, typo(txnId), typo(reference))])
      } else if (dice < 0.31) {
        const wrong = (): number => {
          const other = amount + (1 + below(99)) * (random() < 0.3 ? 100 : 1)
          const isNet = hasFees && netOf(other) === amount
          return isNet || (kind !== "ids" && isTakenEither(day, other)) ? wrong() : other
        }
        note("wrong amount", [row], [enter(day, wrong(), txnId, reference)])
        enterFee()
      } else {
        note("plain", [row], [enter(day, amount, txnId, reference)])
        enterFee()
      }
    })
  }

  if (kind === "references") {
    for (let number = 0; number < payments / 100; number++) {
      const reference = `SETTLE-${7000 + number}`
      const day = days + below(lastDay - 2 * days)
      const parts = Array.from({ length: 2 + below(30) }, () => 1000 + below(900_000))
      const row = add(day, {
        txnId: anId(),
        leg: 0,
        amount: parts.reduce((sum, part) => sum + (hasFees ? netOf(part) : part), 0),
        description: `Credited settlement ${reference}`
      })
      plans.push(() => {
        truth.push({
          fate: "settled",
          statement: [row],
          books: parts.map((part) => enter(day - below(days), part, null, reference))
        })
      })
    }
  }
  for (const plan of plans) plan()
  for (let number = 0; number < payments * 0.03; number++) {
    const day = below(lastDay)
    const drawn = (): number => {
      const amount = anAmount()
      return kind === "times" && isTakenEither(day, amount) ? drawn() : amount
    }
    truth.push({
      fate: "invented",
      statement: [],
      books: [enter(day, drawn(), anId(), `INV-${900_000 + number}`)]
    })
  }
  return { statement, books, truth }
}
