/**
 * Replays the events that a sink wrote down, from the first one on: they must tell the story of every row.
 */
import type { Transaction } from "../../src/domain/Transaction.ts"
import type { MemoryEvent } from "../../src/sink/MemoryTables.ts"
import { contentOf } from "../Entry.ts"
import type { Story } from "../Story.ts"
import { multiset, surplus } from "./Multiset.ts"

const content = (row: Transaction | null): string | null => (row === null ? null : contentOf(row))

/** The rows that events lead to. */
export class Replay {
  private read = 0
  /** By wallet, id and leg; a withdrawn row keeps its place, without content. */
  private readonly rows = new Map<string, { readonly walletNo: string; readonly content: string | null }>()

  /** Takes the events in that came since the last time, and compares where they lead with what is stored. */
  check(events: ReadonlyArray<MemoryEvent>, stored: ReadonlyMap<string, ReadonlyArray<string>>, story: Story): number {
    const fresh = events.slice(this.read)
    for (const event of fresh) this.take(event, story)
    this.read = events.length
    for (const [walletNo, contents] of stored) {
      const replayed = [...this.rows.values()].flatMap((row) =>
        row.walletNo === walletNo && row.content !== null ? [row.content] : []
      )
      const [left, right] = [multiset(replayed), multiset(contents)]
      for (const row of [...surplus(left, right), ...surplus(right, left)].slice(0, 2)) {
        story.complain(`${walletNo}: the events do not lead to the stored rows: ${row}`)
      }
    }
    return fresh.length
  }

  private take({ after, before, kind, leg, txnId }: MemoryEvent, story: Story): void {
    const walletNo = (after ?? before)?.walletNo ?? ""
    const key = `${walletNo} ${leg} ${JSON.stringify(txnId)}`
    const known = this.rows.get(key)
    const isSound = kind === "inserted"
      ? known === undefined && after !== null
      : kind === "returned"
      ? known !== undefined && known.content === null && after !== null
      : known !== undefined && known.content !== null && known.content === content(before) &&
        (kind === "withdrawn" || (after !== null && content(after) !== known.content))
    story.expect(isSound, () => `${key}: the event ${kind} does not follow from those before it`)
    story.count(`event ${kind}`)
    this.rows.set(key, { walletNo, content: kind === "withdrawn" ? null : content(after) })
  }
}
