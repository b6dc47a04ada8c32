/**
 * docs/what-to-do-when.md has every kind of failure that a pull can end with, every finding, and quotes what the program says.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { exitCode } from "../src/cli/ending/exit.ts"
import { FindingKind } from "../src/domain/Finding.ts"

const src = join(import.meta.dirname, "../src")
const sources = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts")).map(
  (path) => ({ path, text: readFileSync(join(src, path), "utf8") })
)
/** A text of the program in which texts that go over several lines are put together. */
const joined = (text: string): string => text.replaceAll(/["`] \+\s*["`]/g, "")
const texts = sources.map(({ text }) => joined(text)).join("\n")
const page = readFileSync(join(import.meta.dirname, "../docs/what-to-do-when.md"), "utf8")

const sections = page.split(/^## /m).slice(1).map((section) => ({
  title: section.split("\n", 1)[0] ?? "",
  rows: section.split("\n").filter((line) => line.startsWith("| ")).slice(1).map((line) =>
    line.split("|").slice(1, -1).map((cell) => cell.trim())
  )
}))
const rowsOf = (title: string) => sections.find((section) => section.title.startsWith(title))?.rows ?? []
const quoted = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text)

/** Kinds that only hold another one, that a person at a terminal meets, or that are told by another one's words. */
const elsewhere = new Set(
  ("SinkError StatementError TransportError AuthError SignerError CommandEnd KeygenError KeyFileExists KeyFileUnwritable " +
    "PassphraseEmpty QueryRefused InputRefused RulesRefused BooksRefused DecisionRefused WorkbookRefused ExportRefused SandboxError RequestsUsedUp FileRefused CommandFailed StepFailed")
    .split(
      " "
    )
)

describe("docs/what-to-do-when.md", () => {
  const kinds = ["1", "2", "4", "5"].flatMap((code) => rowsOf(`${code}:`)).flatMap(([, cell = ""]) => quoted(cell))

  it("has each kind of failure once, and none that is not there", () => {
    const made = sources.flatMap(({ text }) =>
      [...text.matchAll(/Tagged(?:Error|Class)(?:<\w+>\(\))?\("(\w+)"/g)].map(([, tag = ""]) => tag)
    )
    assert.isAbove(made.length, 60)
    const expected = [...new Set(made)].filter((tag) => !elsewhere.has(tag)).sort()
    assert.deepStrictEqual([...kinds].sort(), expected)
    assert.deepStrictEqual([...elsewhere].filter((tag) => !made.includes(tag)), [])
  })

  it("has each kind of finding", () => {
    assert.deepStrictEqual(rowsOf("3:").flatMap(([cell = ""]) => quoted(cell)), [...FindingKind.literals])
  })

  it("has a part for each exit code", () => {
    const named = sections.flatMap(({ title }) => title.match(/\d+/g) ?? []).map(Number)
    const codes = Object.values(exitCode).filter((code) => code !== exitCode.complete)
    assert.deepStrictEqual(codes.filter((code) => !named.includes(code)), [])
  })

  it("has each message of what can't be reached or published", () => {
    // `compact` is run by somebody, who reads its messages.
    const failing = sources.filter(({ path }) => !path.includes("compact")).map(({ text }) => joined(text))
    const made = failing.flatMap((text) =>
      [...text.matchAll(/new Inaccessible\(\),\s*[`"](.*?)[`"]\s*\)/gs)].map(([, message = ""]) => message)
    )
    assert.strictEqual(made.length, failing.join("\n").split("new Inaccessible()").length - 1)
    assert.isAbove(made.length, 12)
    const told = rowsOf("1:").flatMap(([cell = ""]) => quoted(cell))
    assert.deepStrictEqual(made.filter((message) => !told.some((words) => message.includes(words))), [])
  })

  it("quotes what the program says", () => {
    const messages = ["1:", "2:", "4:", "5:", "75", "Warnings"].flatMap(rowsOf).flatMap(([cell = ""]) => quoted(cell))
    assert.isAbove(messages.length, 40)
    assert.deepStrictEqual(messages.filter((message) => !texts.includes(message)), [])
  })
})
