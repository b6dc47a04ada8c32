/**
 * Checks what comes of quarantined records that are tried again with the settings of then: those that can be read join
 * their day, once each, and nothing goes away; one that is a stored row described otherwise takes its place. A held row
 * stays held: what was received once is not what the service shows now.
 */
import * as Rows from "../../src/domain/Rows.ts"
import { dayOf } from "../../src/domain/Transaction.ts"
import { dayText } from "../calendar.ts"
import { contentOf, type MarkerPolicy, type Shown, transactionOf } from "../Entry.ts"
import { storedText } from "../storedText.ts"
import type { Story } from "../Story.ts"
import type { Committed } from "../WatchedSink.ts"
import { multiset, surplus } from "./Multiset.ts"
import { nothingKept, type WalletModel, withAdded } from "./WalletModel.ts"

/** What a check of a retry looks at. */
export interface RetryCase {
  readonly model: WalletModel
  readonly committed: Committed
  /** How the retry reads a marker that contradicts its hour. */
  readonly policy: MarkerPolicy
  /** The currency that settings give the wallet. */
  readonly currency: string | null
  readonly run: number
  readonly story: Story
}

/** Checks a window of retried records, day by day, and takes them into the model. */
export const checkRetry = (of: RetryCase): void => {
  const { committed: { outcome, window: { days, receipt, rows, walletNo } }, model, story } = of
  const readable = [...model.rejected.values()].flatMap((shown) => asRead(shown, of) ?? [])
  const where = `${walletNo} ${dayText(days.from)}..${dayText(days.to)}, retried`
  const replaced = { rows: 0, isCutOff: false }
  // A day before all that were loaded is one that the wallet has: it is loaded as soon as nothing else says where to go on.
  model.loadedFrom = Math.min(model.loadedFrom ?? days.from, days.from)
  for (let day = Number(days.from); day <= days.to; day++) {
    const own = checkDay(of, day, readable, Rows.toArray(rows).filter((row) => dayOf(row) === day).map(contentOf))
    replaced.rows += own.rows
    replaced.isCutOff ||= own.isCutOff
  }
  story.expect(outcome.withdrawn === 0, () => `${where}: ${outcome.withdrawn} rows were withdrawn`)
  story.count("record read from quarantine", receipt.received)
  // Of a day that was cut off more may be stored than its last answer showed.
  story.expect(
    outcome.changed <= replaced.rows || replaced.isCutOff,
    () => `${where}: ${outcome.changed} rows were changed, of ${replaced.rows} that are the same transactions`
  )
}

/** Checks a day of it; gives how many rows are described otherwise now. */
const checkDay = (
  { committed: { window: { walletNo } }, model, run, story }: RetryCase,
  day: number,
  readable: ReadonlyArray<Shown>,
  contents: ReadonlyArray<string>
) => {
  const where = `${walletNo} ${dayText(day)}, retried`
  const view = model.days.get(day) ?? nothingKept
  const open = new Set(view.rejected.map((raw) => storedText(raw)))
  const expected = readable.filter(({ raw }) => open.has(storedText(raw)))
  const found = multiset(contents)
  const all = new Set(readable.filter((each) => each.day === day).map(({ content }) => content))
  for (const { content } of expected) {
    story.expect(found.has(content ?? ""), () => `${where}: could be read and was not loaded: ${content}`)
  }
  for (const content of contents) story.expect(all.has(content), () => `${where}: nothing like it was kept: ${content}`)
  // Without an id or a balance two that are alike are two; of a day that was cut off an earlier answer may have shown more.
  const known = multiset(view.rejected.flatMap((raw) => readable.find((each) => each.raw === raw)?.content ?? []))
  story.expect(
    view.isCutOff ||
      surplus(found, multiset([...new Set(contents)])).every((content) =>
        (known.get(content) ?? 0) >= (found.get(content) ?? 0)
      ),
    () => `${where}: a record is loaded twice`
  )
  if (contents.length === 0) return { rows: 0, isCutOff: false }
  const shown = contents.flatMap((content) => readable.find((each) => each.content === content) ?? [])
  // The same contents may have come in records that are written otherwise.
  const closed = new Set(readable.filter(({ content }) => found.has(content ?? "")).map(({ raw }) => storedText(raw)))
  const { replaced, ...after } = withAdded(view, shown)
  for (const [key, row] of model.held) {
    if (row.day !== day || found.has(row.content)) continue
    const content = contents.find((each) => transactionOf(each) === transactionOf(row.content))
    if (content !== undefined) model.held.set(key, { ...row, content })
  }
  model.days.set(day, {
    ...view,
    ...after,
    rejected: view.rejected.filter((raw) => !closed.has(storedText(raw))),
    run
  })
  return { rows: replaced.size, isCutOff: view.isCutOff }
}

const asRead = (shown: Shown, { currency, policy }: RetryCase): Shown | undefined =>
  shown.readBy && { ...shown, ...shown.readBy(policy, currency) }
