/**
 * Checks a wallet's verdict: never better than the stored rows, and no false alarm about rows that are plainly whole.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { Story } from "../Story.ts"
import { around, checkProof, contradicted } from "./balances.ts"
import { waysToName } from "./chains.ts"
import { holesTold } from "./holes.ts"
import type { WalletRun } from "./WalletRun.ts"

import { checkTimes } from "./times.ts"
import { type Ends, isInTimeOrder, isOnePath, isPlainlyWhole } from "./verdicts.ts"
import { contentsOf, type StoredRow } from "./WalletModel.ts"

/** Whether findings call a balance contradicted. */
const tellsContradiction = (findings: WalletReport["findings"]): boolean =>
  findings.some(({ amount, kind }) => kind === "contradiction" && amount !== null)

const openEnds: Ends = { opening: null, closing: null }

/** Checks the verdict on a wallet. */
export const checkVerdict = (
  wallet: WalletRun,
  report: WalletReport,
  stored: ReadonlyArray<StoredRow>,
  story: Story
): void => {
  const { verdict } = report
  if (verdict === null || wallet.model.days.size === 0) return
  story.expect(verdict !== "gap" || report.gaps.length > 0, () => `${wallet.walletNo}: a gap without a place`)
  checkNotTooGood(wallet, report, stored, story)
  checkProof(wallet, report, stored, story)
  checkNoFalseAlarm(wallet, report, story)
  checkTimes(wallet, report, story)
}

const checkNotTooGood = (
  wallet: WalletRun,
  { findings, modulo, verdict }: WalletReport,
  stored: ReadonlyArray<StoredRow>,
  story: Story
): void => {
  const { model, walletNo } = wallet
  // What is told to be contradicted is no end of the rows for the verdict.
  const isTold = tellsContradiction(findings)
  const left = [...model.days.values()].flatMap((view) => view.whole.length - contentsOf(view).length).filter((by) =>
    by > 0
  )
  if (verdict !== "proven" && verdict !== "unanchored") return story.count("record missing and said so", left.length)
  story.count("record missing that no balance tells of", left.length)
  const ways = waysToName(stored)
  if (ways.length === 0) return story.count("verdict not judged: many rows without a currency")
  if (ways.length > 1) story.count("verdict judged: rows without a currency")
  const endsOf = (chosen: ReadonlyArray<StoredRow>): Ends =>
    isTold ? openEnds : around(wallet, chosen.map(({ day }) => day)).ends
  const judged = ways.map((chains) => [...chains.values()].map((rows) => isOnePath(rows, endsOf)))
  if (judged.some((paths) => paths.every((isPath) => isPath === true))) {
    return story.count("verdict judged: not too good")
  }
  if (judged.some((paths) => paths.every((isPath) => isPath !== false))) {
    return story.count("verdict not judged: unconfirmed rows")
  }
  // A row whose time is doubted may stand on either side of a known balance.
  const isPathBetween = ways.some((chains) => [...chains.values()].every((rows) => isOnePath(rows, () => openEnds)))
  if ((modulo?.outOfTime ?? 0) > 0 && isPathBetween) {
    return story.count("verdict judged: not too good but for known balances")
  }
  if (looksLikeFee(stored)) return story.count("verdict not judged: a changed row looks like a fee")
  story.complain(`${walletNo}: called ${verdict}, but the rows are no unbroken paths`)
}

/** Whether a row is there twice with two amounts and one balance, as a payment is whose balance contains its fee. */
const looksLikeFee = (rows: ReadonlyArray<StoredRow>): boolean =>
  rows.some((row) =>
    row.balance !== null &&
    rows.some(({ balance, id, signed }) => id === row.id && balance === row.balance && signed !== row.signed)
  )

/** Whether a report says that times are wrong by twelve hours, or tells of places that one row of a wrong day may make. */
const isExplained = ({ findings, verdict }: WalletReport): boolean => {
  const places = findings.filter(({ amount, kind }) => (kind === "gap" || kind === "order") && amount !== null)
  const cancelOut = [...Map.groupBy(places, ({ currency }) => currency).values()].every((own) =>
    own.length > 1 && own.reduce((total, { amount }) => total + unitsOf(amount ?? ""), 0n) === 0n
  )
  return findings.some(({ kind }) => kind === "clock") || (verdict === "gap" && places.length > 0 && cancelOut)
}

/** An amount as a report writes it, in units of a hundredth of a cent. */
const unitsOf = (amount: string): bigint => {
  const [whole = "", decimals = ""] = amount.split(".")
  return BigInt(`${whole}${decimals.padEnd(4, "0")}`)
}

/** Where the rows of the last answers are whole as they stand, nobody may call them broken or doubtful. */
const checkNoFalseAlarm = (wallet: WalletRun, report: WalletReport, story: Story): void => {
  const views = [...wallet.model.days.values()]
  if (views.some(({ isCutOff, kept }) => isCutOff || kept.length > 0)) return
  const shown = views.flatMap((view) => view.rows)
  const currencies = new Set(shown.map(({ currency }) => currency))
  const isMixed = currencies.has(null) && currencies.size > 1
  // Rows of a currency that none of them names look like the others' with rows missing between.
  const unnamed = shown.filter(({ chain }) => !currencies.has(chain)).length
  if (isMixed && unnamed > 0) return story.count("verdict not judged: no row names a currency")
  const chains = shown.length === 0
    ? new Map([[null, shown]])
    : Map.groupBy(shown, ({ chain, currency }) => (isMixed ? chain : currency))
  const { between, disagreeing, ends: known } = around(wallet, shown.map(({ day }) => day))
  const isWhole = [...chains.values()].every((chain) => isPlainlyWhole(chain, known))
  if (!isWhole) return story.count("rows not plainly whole")
  story.count("rows plainly whole")
  const isContradicted = disagreeing + contradicted(between, shown) > 0
  const isTold = tellsContradiction(report.findings)
  const isOpen = report.remark.includes("could not be held against the rows")
  // Rows at wrong times may stand on the other side of the balance.
  const isInOrder = [...chains.values()].every(isInTimeOrder)
  if (isTold && !isContradicted && !isInOrder) return story.count("balance contradicted by wrong times")
  if (isContradicted || isTold) {
    story.count(isTold ? "known balance contradicted" : "contradicted balance that no order tells of")
    const isSettled = isInOrder && [...chains.values()].every((chain) => chain.every(({ confirmed }) => confirmed))
    story.expect(
      isTold || ((isMixed || holesTold(report).length > 0) && isOpen) || !isSettled,
      () => `${wallet.walletNo}: a known balance is not what the rows lead to, and nothing said`
    )
    return story.expect(isContradicted, () => `${wallet.walletNo}: a balance is called contradicted that is right`)
  }
  const isAnchored = known.opening !== null && known.closing !== null
  // Seen from one side alone, a circuit in a wrong order looks as if a row were missing next to it.
  if (report.verdict === "gap" && !isAnchored && !isInOrder) {
    return story.count("wrong times at an open end called a gap")
  }
  // The first or the last row at a wrong time looks as if a row were missing, unless both ends are known.
  if (report.verdict === "ambiguous" && !isAnchored && !isInOrder) return story.count("wrong times called doubtful")
  // Of an unconfirmed row at a wrong time nobody can say whether it moved the balance.
  const isUnsettled = [...chains.values()].some((chain) =>
    !isInTimeOrder(chain) && chain.some(({ confirmed }) => !confirmed)
  )
  if (isUnsettled) return story.count("unconfirmed row at a wrong time")
  if (!isInOrder && isExplained(report)) return story.count("wrong times called what they may be")
  if (isMixed) {
    story.count(`rows whole, some without a currency: ${report.verdict}`)
    return story.expect(
      report.verdict !== "gap" || !isInOrder,
      () => `${wallet.walletNo}: called a gap, but the rows are whole, of which some name no currency`
    )
  }
  if (report.verdict === "unanchored" && isOpen && !isInOrder) {
    return story.count("known balance that wrong times keep from the rows, and said so")
  }
  // Nothing is proven of days that were not over when they were asked for.
  const isUnderWay = [...chains.values()].some((chain) => chain.every(({ day }) => !wallet.model.over.has(day)))
  const right = isAnchored && !isUnderWay ? ["proven"] : ["proven", "unanchored"]
  story.expect(
    report.verdict !== null && right.includes(report.verdict),
    () => `${wallet.walletNo}: called ${report.verdict}, but the rows are whole${isAnchored ? ", and anchored" : ""}`
  )
}
