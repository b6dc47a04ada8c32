/**
 * Draws what the demo prints on a terminal, for the README: it is run here, and nothing of what it prints is made up. It takes
 * `npm run build` before, and `script` of util-linux for a terminal.
 *
 *     node scripts/picture.ts [FILE]     the default is docs/demo.svg
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const columns = 92

/** The first line that is not shown: the picture ends before the second query. */
const end = "Cash flow by month:"

/** What the demo shows, a line each, as a terminal is left with it. */
const demoLines = (): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "picture-"))
  try {
    const program = resolve(import.meta.dirname, "../dist/bin.js")
    const { NO_COLOR: _, ...environment } = process.env
    execFileSync("script", ["-qec", `stty cols ${columns}; '${process.execPath}' '${program}' demo`, "shown"], {
      cwd: folder,
      env: { ...environment, TERM: "xterm-256color" },
      stdio: "ignore"
    })
    return readFileSync(join(folder, "shown"), "utf8").split("\n").slice(1).flatMap((line) => {
      const left = line.replace(/\r$/, "").split("\r\x1b[K").at(-1) ?? ""
      return left.startsWith("Script done on") ? [] : [left]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A line as the terminal breaks it. */
const broken = (line: string): ReadonlyArray<string> => line.match(new RegExp(`.{1,${columns}}`, "gu")) ?? [""]

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

const looks: Readonly<Record<string, string>> = { "31": "bad", "32": "good", "33": "doubtful" }
const anyColour = /\x1b\[(\d+)m/g // eslint-disable-line no-control-regex

interface Line {
  readonly look: string
  readonly text: string
}

/** A line whose first colour is that of all of it. */
const lookOf = (line: string): ReadonlyArray<Line> => {
  const [, colour = ""] = /\x1b\[(\d+)m/.exec(line) ?? [] // eslint-disable-line no-control-regex
  return broken(line.replace(anyColour, "")).map((text) => ({ look: looks[colour] ?? "plain", text }))
}

const size = { character: 8.4, line: 19, font: 14, margin: 18, bar: 34 }

const drawn = (lines: ReadonlyArray<Line>): string => {
  const width = Math.ceil(columns * size.character + 2 * size.margin)
  const height = size.bar + lines.length * size.line + size.margin
  const texts = lines.flatMap(({ look, text }, index) =>
    text === "" ? [] : [
      `<text class="${look}" x="${size.margin}" y="${size.bar + (index + 1) * size.line - 5}" ` +
      `textLength="${([...text].length * size.character).toFixed(1)}">${escaped(text)}</text>`
    ]
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" role="img" viewBox="0 0 ${width} ${height}" aria-labelledby="title">
<title id="title">A terminal in which the demo pulled 70,000 transactions of four wallets and showed that none is missing</title>
<style>
text { font: ${size.font}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #d6dbe0 }
.good { fill: #6fd08c } .doubtful { fill: #e6c35c } .bad { fill: #f2777a } .typed { fill: #ffffff; font-weight: bold }
</style>
<rect width="${width}" height="${height}" rx="9" fill="#1b2027"/>
<circle cx="20" cy="17" r="6" fill="#f2777a"/><circle cx="40" cy="17" r="6" fill="#e6c35c"/><circle cx="60" cy="17" r="6" fill="#6fd08c"/>
${texts.join("\n")}
</svg>
`
}

const shown = demoLines()
const lines = shown.slice(0, shown.indexOf(end)).flatMap(lookOf)
writeFileSync(
  process.argv[2] ?? resolve(import.meta.dirname, "../docs/demo.svg"),
  drawn([
    { look: "typed", text: "$ npm run demo" },
    ...lines.slice(0, lines.findLastIndex(({ text }) => text !== "") + 1)
  ])
)
