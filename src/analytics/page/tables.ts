/**
 * The tables of a page. Each has a caption, heads of columns and rows, and scrolls in a frame of its own where the screen is narrow.
 */
import { amountText } from "./amountText.ts"
import { type Html, html } from "./html.ts"

/** A frame that scrolls sideways, and can be reached without a mouse. */
export const scrolling = (label: string, content: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${content}</div>`

/** What a table is called: alone, and among those of other wallets. */
export interface Named {
  readonly caption: string
  readonly of: string
}

/** A table; the foot is a row of its own. */
export const table = ({ caption, of }: Named, head: Html, body: ReadonlyArray<Html>, foot: Html | null = null): Html =>
  scrolling(
    `${caption}, ${of}`,
    html`<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody>${
      foot === null ? null : html`<tfoot>${foot}</tfoot>`
    }</table>`
  )

/** Heads of columns; those of numbers stand at the right. */
export const heads = (
  texts: ReadonlyArray<string>,
  numbers: ReadonlyArray<string>,
  last: ReadonlyArray<string> = []
): Html =>
  html`${texts.map((text) => html`<th scope="col">${text}</th>`)}${
    numbers.map((text) => html`<th scope="col" class="n">${text}</th>`)
  }${last.map((text) => html`<th scope="col">${text}</th>`)}`

/** Longer ones may break on paper, where eight columns of them have no room. */
const longest = 14

/** Cells of numbers. */
export const numbers = (values: ReadonlyArray<string>): Html =>
  html`${values.map((value) => html`<td class="n${value.length > longest ? " big" : ""}">${value}</td>`)}`

/** An amount as people read it, and a dash where it is not known. */
export const amountOr = (amount: string | null): string => (amount === null ? "—" : amountText(amount))

/** `proven` is good, `partly` wants a look, `open` wants work. */
export type Level = "proven" | "partly" | "open"

/** A word with the colour of a level. */
export const badge = (level: Level, word: string): Html => html`<span class="badge ${level}">${word}</span>`
