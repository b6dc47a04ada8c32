/**
 * How many records the service gives at most, as far as a run knows: as many as it is asked for, or fewer, when an
 * answer was found to hold fewer than there were. All wallets of a run share it, since they share the service.
 */
export class AnswerCap {
  /** Records that every request asks for, 1 to 5000. */
  readonly asked: number
  private cap: number | undefined

  constructor(asked: number) {
    this.asked = asked
  }

  /** An answer with as many records may be cut off. */
  get limit(): number {
    return this.cap ?? this.asked
  }

  /** The number that was found; undefined when none was. */
  get found(): number | undefined {
    return this.cap
  }

  /** Takes note that an answer with as many records was cut off. */
  learn(cap: number): void {
    if (cap > 0 && cap < this.limit) this.cap = cap
  }

  /** Takes note of an answer: one with more records than the cap shows that there is no such cap. */
  saw(received: number): void {
    if (this.cap !== undefined && received > this.cap) this.cap = undefined
  }
}
