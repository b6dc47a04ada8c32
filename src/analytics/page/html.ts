/**
 * HTML in which every text is a text: what a template is given is escaped unless it is HTML that a template made.
 */
import { maskCards } from "../../domain/maskCards.ts"
import { printable } from "../../domain/printable.ts"

/** A part of a page; only `html` and `drawn` make one. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Given = Html | string | number | null | ReadonlyArray<Given>

const marks: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;",
  "`": "&#96;"
}

const escaped = (text: string): string => text.replace(/[&<>"'`]/g, (mark) => marks[mark] ?? mark)

const textOf = (given: Given): string => {
  if (given instanceof Html) return given.text
  if (given === null) return ""
  return typeof given === "string"
    ? escaped(given)
    : typeof given === "number"
    ? String(given)
    : given.map(textOf).join("")
}

/** Makes HTML of a template; attributes stand in double quotes in it. */
export const html = (parts: TemplateStringsArray, ...given: ReadonlyArray<Given>): Html =>
  new Html(parts.map((part, index) => `${part}${textOf(given[index] ?? null)}`).join(""))

/** Takes a drawing for HTML as it is: only for one that holds no text of others. */
export const drawn = (svg: string): Html => new Html(svg)

/** A text of the service or of a user for a page: invisible and commanding characters written out, numbers of cards masked. */
export const foreign = (text: string, maxLength = 120): string => maskCards(printable(text, maxLength))
