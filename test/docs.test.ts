/**
 * docs/security.md names the tests that show what it says, and docs/architecture.md where to begin; they must be there.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { factsFile, factsOf, pictured, sha256 } from "../scripts/reportFacts.ts"

const page = readFileSync(join(import.meta.dirname, "../docs/security.md"), "utf8")

interface Row {
  readonly id: string
  readonly cell: string
}

/** The rows of the ASVS tables: the id, and the cell that names tests. */
const rows: ReadonlyArray<Row> = [...page.matchAll(/^\| v5\.0\.0-([\d.]+) +\|.*\| ([^|]*?) *\|$/gm)].map((
  [, id = "", cell = ""]
) => ({ id, cell: cell.replaceAll("\\_", "_") }))

interface Citation {
  readonly file: string
  /** The titles that stand behind the file. */
  readonly titles: ReadonlyArray<string>
}

const citationsIn = (cell: string): ReadonlyArray<Citation> =>
  [...cell.matchAll(/`([^`]+\.test\.ts)`:((?:,? "[^"]+")*)/g)].map(([, file = "", titles = ""]) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title)
  }))

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Whether a source calls something, `it` or `describe`, with this title as its first argument. */
const hasTest = (source: string, title: string): boolean =>
  new RegExp(`\\(\\s*(["'\`])${escaped(title)}\\1,`).test(source)

/** What is wrong with a citation; nothing when it can be followed. */
const problemsOf = ({ file, titles }: Citation): ReadonlyArray<string> => {
  const path = join(import.meta.dirname, file)
  if (!existsSync(path)) return [`no file ${file}`]
  const source = readFileSync(path, "utf8")
  return titles.length === 0
    ? [`no title behind ${file}`]
    : titles.filter((title) => !hasTest(source, title)).map((title) => `${file} has no test "${title}"`)
}

describe("docs/security.md", () => {
  it("has a table, each requirement once and in order", () => {
    assert.isAbove(rows.length, 50)
    const numbers = rows.map(({ id }) => id.split(".").reduce((sum, part) => sum * 100 + Number(part), 0))
    assert.deepStrictEqual(numbers, [...new Set(numbers)].toSorted((left, right) => left - right))
    assert.strictEqual(page.match(/^\| v5\.0\.0-/gm)?.length, rows.length)
  })

  it.each(rows)("names tests that exist, or says that there is none: $id", ({ cell }) => {
    if (cell === "no test") return
    const citations = citationsIn(cell)
    assert.isNotEmpty(citations, cell)
    assert.strictEqual(cell.match(/"/g)?.length, 2 * citations.flatMap(({ titles }) => titles).length, cell)
    assert.deepStrictEqual(citations.flatMap(problemsOf), [])
  })

  it("would be found out", () => {
    const titles = ["would be found out"]
    assert.deepStrictEqual(problemsOf({ file: "docs.test.ts", titles }), [])
    assert.deepStrictEqual(problemsOf({ file: "docs.test.ts", titles: ["would not"] }), [
      `docs.test.ts has no test "would not"`
    ])
    assert.deepStrictEqual(problemsOf({ file: "none.test.ts", titles }), ["no file none.test.ts"])
    assert.deepStrictEqual(citationsIn(`\`a.test.ts\`: "b", "c"; \`d.test.ts\`: "e"`), [
      { file: "a.test.ts", titles: ["b", "c"] },
      { file: "d.test.ts", titles: ["e"] }
    ])
  })
})

describe("docs/architecture.md", () => {
  const text = readFileSync(join(import.meta.dirname, "../docs/architecture.md"), "utf8")
  const paths = [...new Set([...text.matchAll(/`((?:src|test|docs)\/[^`\s]+)`/g)].map(([, path = ""]) => path))]

  it("names where to begin", () => {
    assert.isAbove(paths.filter((path) => path.startsWith("src/")).length, 12)
  })

  it.each(paths)("names a file that is there: %s", (path) => {
    assert.isTrue(existsSync(join(import.meta.dirname, "..", path)))
  })
})

describe("docs/demo.svg", () => {
  const picture = readFileSync(join(import.meta.dirname, "../docs/demo.svg"), "utf8")

  it("is shown in the README, and asks for nothing else", () => {
    assert.include(readFileSync(join(import.meta.dirname, "../README.md"), "utf8"), "(docs/demo.svg)")
    assert.notMatch(
      picture.replace("http://www.w3.org/2000/svg", ""),
      /<script|<image|<use|href|url\(|@import|\son\w+=/
    )
    assert.match(picture, /<title id="title">[^<]+<\/title>/)
  })
})

/** A page with a wallet, and as little else as there can be. */
const pageWith = (style: string, verdict: string, head: string) =>
  `<title>Statement</title><style>${style}</style><body>${head}<section class="wallet"><h2>Wallet ${pictured}</h2><p>${verdict}</p>` +
  "<table><tr><th>May</th><td>1 &amp; 2</td></tr></table><table><tr><td>beyond</td></tr></table></section>"

describe("docs/report.png", () => {
  const picture = readFileSync(join(import.meta.dirname, "../docs/report.png"))

  it("is shown in the README, and is small", () => {
    assert.match(readFileSync(join(import.meta.dirname, "../README.md"), "utf8"), /!\[[^\]]+\]\(docs\/report\.png\)/)
    assert.strictEqual(picture.subarray(1, 4).toString("latin1"), "PNG")
    assert.isAtMost(picture.length, 200_000)
  })

  it("is the one that was taken with the facts beside it", () => {
    const facts = JSON.parse(readFileSync(factsFile, "utf8"))
    assert.strictEqual(sha256(picture), facts.picture)
  })

  it("has facts of what it shows, and of how that looks", () => {
    const facts = factsOf(pageWith("a{}", "Proven.", "1:aa"))
    assert.deepStrictEqual(facts.shown, [`Wallet ${pictured}`, "Proven.", "May 1 & 2"])
    assert.deepStrictEqual(factsOf(pageWith("a{}", "Proven.", "2:bb")), facts)
    assert.notStrictEqual(factsOf(pageWith("b{}", "Proven.", "1:aa")).style, facts.style)
    assert.notStrictEqual(factsOf(pageWith("a{}", "<b>Proven.</b>", "1:aa")).markup, facts.markup)
    assert.throws(() => factsOf("<title>Statement</title>"), /no part/)
  })
})

describe("README.md", () => {
  const text = readFileSync(join(import.meta.dirname, "../README.md"), "utf8")

  it("has room for the first minute and no more", () => {
    assert.isAtMost(text.split("\n").length, 121)
  })

  it.each([...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path))("leads to what is there: %s", (path) => {
    const [file = "", heading] = path.split("#")
    const place = join(import.meta.dirname, "..", file)
    assert.isTrue(existsSync(place))
    if (heading === undefined) return
    const headings = [...readFileSync(place, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, name = ""]) => name)
    assert.include(headings.map((name) => name.toLowerCase().replaceAll(" ", "-")), heading)
  })
})
