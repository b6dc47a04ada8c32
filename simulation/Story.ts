/**
 * What happened in a simulation, as lines to read, and which behaviours occurred how often.
 */

/** Keeps the story of one seed. */
export class Story {
  readonly lines: Array<string> = []
  readonly counts = new Map<string, number>()
  /** What the oracle found wrong. */
  readonly complaints: Array<string> = []
  private readonly keepsLines: boolean
  private readonly now: () => number

  constructor(keepsLines: boolean, now: () => number) {
    this.keepsLines = keepsLines
    this.now = now
  }

  /** Tells what happened; the line is made only when somebody reads it. */
  tell(line: () => string): void {
    if (this.keepsLines) this.lines.push(`${new Date(this.now()).toISOString().slice(0, 23)}  ${line()}`)
  }

  /** Counts a behaviour that occurred. */
  count(behaviour: string, times = 1): void {
    if (times > 0) this.counts.set(behaviour, (this.counts.get(behaviour) ?? 0) + times)
  }

  /** Takes down something that is wrong. */
  complain(complaint: string): void {
    this.complaints.push(complaint)
    this.tell(() => `WRONG: ${complaint}`)
  }

  /** Complains unless something holds. */
  expect(holds: boolean, complaint: () => string): void {
    if (!holds) this.complain(complaint())
  }
}
