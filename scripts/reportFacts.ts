/**
 * What the README's picture of the report shows: the part of the demo's page from a wallet's heading to its table of months. Its
 * facts are the same for each run of the demo, for the page names its time and its audit head above that part and below.
 */
import { createHash } from "node:crypto"
import { resolve } from "node:path"

/** The wallet that is shown. */
export const pictured = "254700000001"

/** Where the facts stand, beside the picture. */
export const factsFile = resolve(import.meta.dirname, "../docs/report.json")

/** What a picture was taken of. */
export interface ReportFacts {
  readonly title: string
  /** The texts of the part, a line each. */
  readonly shown: ReadonlyArray<string>
  /** SHA-256 of the part as HTML, drawings included. */
  readonly markup: string
  /** SHA-256 of the page's style. */
  readonly style: string
}

/** SHA-256 in hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex")

const part = new RegExp(`<section class="wallet"[^>]*><h2[^>]*>Wallet ${pictured}</h2>.*?</table>`, "s")

/** What HTML escapes in texts. */
const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: "\"", "#39": "'", "#96": "`", amp: "&" }

const linesOf = (markup: string): ReadonlyArray<string> =>
  markup
    .replace(/<(svg|title|desc)\b.*?<\/\1>/gs, "")
    .replace(/<\/(?:t[hd]|dt)>/g, " ")
    .replace(/<\/(?:h\d|p|li|div|tr|caption|figcaption)>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&([a-z]+|#\d+);/g, (entity, name: string) => characters[name] ?? entity)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** The facts of a page. Throws where it has no such part. */
export const factsOf = (page: string): ReportFacts => {
  const [markup] = part.exec(page) ?? []
  if (markup === undefined) throw new Error(`The page has no part about wallet ${pictured}.`)
  return {
    title: /<title>(.*?)<\/title>/s.exec(page)?.[1] ?? "",
    shown: linesOf(markup),
    markup: sha256(markup),
    style: sha256(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "")
  }
}
