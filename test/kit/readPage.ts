/**
 * Reads the tables of a report's page, without any of the code that wrote them.
 */

/** A table of a page, with the headings that it stands under. */
export interface PageTable {
  readonly wallet: string
  readonly currency: string
  readonly caption: string
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": "\"",
  "&#39;": "'",
  "&#96;": "`"
}

/** The text of a part of a page. */
export const textIn = (markup: string): string =>
  markup.replace(/<[^>]*>/g, "").replace(/&(?:amp|lt|gt|quot|#39|#96);/g, (entity) => entities[entity] ?? entity)

/** All tables, in their order. */
export const tablesIn = (page: string): ReadonlyArray<PageTable> => {
  let [wallet, currency] = ["", ""]
  return [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>|<h3[^>]*>(.*?)<\/h3>|<table>(.*?)<\/table>/gs)].flatMap(
    ([, h2, h3, table]) => {
      if (h2 !== undefined) wallet = textIn(h2).replace("Wallet ", "")
      if (h3 !== undefined) currency = textIn(h3)
      if (table === undefined) return []
      const caption = textIn(/<caption>(.*?)<\/caption>/s.exec(table)?.[1] ?? "")
      const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textIn(cell))
      )
      return [{ wallet, currency, caption, rows }]
    }
  )
}

/** An amount as a page has it, in ten-thousandths. */
export const unitsIn = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.replaceAll(",", "").replace("−", "-").split(".")
  return BigInt(`${whole}${fraction.padEnd(4, "0")}`)
}
