/**
 * Replays the events that a sink wrote down, from the first one on: they must tell the story of every row.
 */
import type { Story } from "../Story.ts"
import { multiset, surplus } from "./Multiset.ts"

/** An event as a sink wrote it down; the contents as text, null where there is none. */
export interface WrittenEvent {
  readonly sequence: number
  readonly kind: string
  readonly walletNo: string
  readonly txnId: string
  readonly leg: number
  readonly before: string | null
  readonly after: string | null
}

/** The rows that events lead to. */
export class Replay {
  /** By wallet, id and leg; a withdrawn row keeps its place, without content. */
  private readonly rows = new Map<string, { readonly walletNo: string; readonly content: string | null }>()

  /** Takes in the events that came since the last time, and compares where they lead with what is stored. */
  check(fresh: ReadonlyArray<WrittenEvent>, stored: ReadonlyMap<string, ReadonlyArray<string>>, story: Story): number {
    for (const event of fresh) this.take(event, story)
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

  private take({ after, before, kind, leg, txnId, walletNo }: WrittenEvent, story: Story): void {
    const key = `${walletNo} ${leg} ${JSON.stringify(txnId)}`
    const known = this.rows.get(key)
    const isSound = kind === "inserted"
      ? known === undefined && after !== null
      : kind === "returned"
      ? known !== undefined && known.content === null && after !== null
      : known !== undefined && known.content !== null && known.content === before &&
        (kind === "withdrawn" || (after !== null && after !== known.content))
    story.expect(isSound, () => `${key}: the event ${kind} does not follow from those before it`)
    story.count(`event ${kind}`)
    this.rows.set(key, { walletNo, content: kind === "withdrawn" ? null : after })
  }
}
