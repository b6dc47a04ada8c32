/**
 * A number of a JSON text, kept as the characters that stood there, because a double would not hold money exactly.
 */

/** The source text of a JSON number. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
