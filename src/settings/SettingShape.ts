/**
 * How the text of a setting is read.
 */

/** How a setting's text is read; `parse` gives undefined for a text that is not as `expected` says. */
export interface SettingShape<A> {
  readonly expected: string
  /** Blanks alone are a value and not an absence, as they may be for a separator or a secret. */
  readonly blanksCount?: boolean
  readonly parse: (text: string) => A | undefined
  /** What is wrong with a text that can't be parsed, without the text, where that can be told more closely; goes behind the name. */
  readonly problem?: (text: string) => string | undefined
}

/** What is wrong with a text, without the text; undefined when it is a value, or blank where that is an absence. */
export const wrongWith = <A>(shape: SettingShape<A>, text: string): string | undefined =>
  (shape.blanksCount !== true && text.trim() === "") || shape.parse(text) !== undefined
    ? undefined
    : shape.problem?.(text) ?? `is not ${shape.expected}`
