/**
 * Checks what a run says of proven months whose rows are otherwise: against the rows that were stored before the run that declared them.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementWindow } from "../../src/domain/Window.ts"
import { dayText } from "../calendar.ts"
import type { Story } from "../Story.ts"
import type { StoredRow } from "./WalletModel.ts"
import type { Days } from "./WalletRun.ts"

interface Declared {
  readonly days: Days
  readonly currency: string | null
  /** The wallet's rows of these days before the run that declared them. */
  readonly rows: ReadonlyArray<StoredRow>
}

const within = (rows: ReadonlyArray<StoredRow>, { from, to }: Days): ReadonlyArray<StoredRow> =>
  rows.filter(({ day }) => day >= from && day <= to)

const keyOf = ({ currency, id, signed, type }: StoredRow): string =>
  JSON.stringify([id, type, String(signed), currency])

/** Rows that others lack, each of these once. */
const lackedBy = (rows: ReadonlyArray<StoredRow>, others: ReadonlyArray<StoredRow>): ReadonlyArray<StoredRow> => {
  const left = new Map([...Map.groupBy(others, keyOf)].map(([key, own]) => [key, own.length]))
  return rows.filter((row) => {
    const count = left.get(keyOf(row)) ?? 0
    left.set(keyOf(row), count - 1)
    return count <= 0
  })
}

const contentsOf = (rows: ReadonlyArray<StoredRow>): string => rows.map(({ content }) => content).sort().join("\n")

/** Watches the proven months of one seed. */
export class ProvenMonths {
  private stored: ReadonlyMap<string, ReadonlyArray<StoredRow>> = new Map()
  private readonly declared = new Map<string, Array<Declared>>()

  /** A window was committed. */
  onCommit({ declarations, walletNo }: StatementWindow): void {
    for (const each of declarations) {
      if (each.kind !== "proven") continue
      const rows = within(this.stored.get(walletNo) ?? [], each.days)
      this.declared.set(walletNo, [...this.declared.get(walletNo) ?? [], {
        days: each.days,
        currency: each.currency,
        rows
      }])
    }
  }

  /** A run reports of a wallet whose rows are these. */
  check({ findings, wallet }: WalletReport, rows: ReadonlyArray<StoredRow>, story: Story): void {
    const told = findings.filter(({ kind }) => kind === "changed-after-proof")
    const declared = this.declared.get(wallet) ?? []
    const isOf = ({ currency, days }: Declared, finding: typeof told[number]): boolean =>
      finding.currency === currency && finding.from === dayText(days.from) && finding.to === dayText(days.to)
    for (const finding of told) {
      story.count("proven month changed")
      const of = declared.find((each) => isOf(each, finding))
      const what = `${wallet}: ${finding.currency} ${finding.from}..${finding.to}`
      if (of === undefined) story.complain(`${what} is said to have changed, and was never declared`)
      else if (contentsOf(of.rows) === contentsOf(within(rows, of.days))) {
        story.complain(`${what} is said to have changed, and is as it was`)
      }
    }
    for (const each of declared) {
      const [then, now] = [each.rows, within(rows, each.days)]
      const others = [...lackedBy(then, now), ...lackedBy(now, then)].filter(({ confirmed, currency }) =>
        confirmed && currency === each.currency
      )
      story.expect(
        others.length === 0 || told.some((finding) => isOf(each, finding)),
        () =>
          `${wallet}: ${each.currency} ${dayText(each.days.from)}..${
            dayText(each.days.to)
          } was proven, and nothing is said of ${others.map(({ id }) => id).join(" ")}`
      )
    }
  }

  /** A run has ended. */
  onEnd(stored: ReadonlyMap<string, ReadonlyArray<StoredRow>>): void {
    this.stored = stored
  }
}
