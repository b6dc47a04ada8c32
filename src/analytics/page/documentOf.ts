/**
 * The frame of a page: one HTML file that needs nothing else. It has no script, and says so to the browser, which then runs none.
 */
import { drawn, type Html, html } from "./html.ts"
import { style } from "./style.ts"

/** The command that writes a page. */
export type PageKind = "report" | "reconcile"

/** How a page of a command begins, by which it is known again. */
export const beginningOf = (kind: PageKind): string => `<!doctype html>\n<!-- wallet-statement ${kind} -->\n`

/** What stands in a page. */
export interface PageParts {
  readonly kind: PageKind
  /** What the browser calls it. */
  readonly title: string
  readonly header: Html
  readonly main: Html
  readonly footer: Html
}

/** The text of the file. */
export const documentOf = ({ footer, header, kind, main, title }: PageParts): string =>
  `${beginningOf(kind)}${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${title}</title><style>${drawn(style)}</style></head><body>
<header>${header}</header>
<main>${main}</main>
<footer>${footer}</footer></body></html>`.text
  }\n`
