/**
 * The rows of a known answer are not compared with what is stored, so a program that reads it in another way has to say so.
 * This test can't tell whether a change changes a result: it asks whoever made it.
 */
import { assert, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readingVersion } from "../../src/pipeline/KnownAnswer.ts"

const src = join(import.meta.dirname, "../../src")
const filesOf = (room: string): ReadonlyArray<string> =>
  readdirSync(join(src, room), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")).sort().map(
    (file) => `${room}/${file}`
  )
const files = [
  ...filesOf("normalise"),
  ...filesOf("continuity"),
  ...[
    "Money",
    "ServiceTime",
    "Period",
    "duplicates",
    "gather",
    "sharedIds",
    "Verdict",
    "Records",
    "Rows",
    "TextArea",
    "idPrints",
    "int64",
    "moneyText",
    "wellFormed"
  ].map((name) => `domain/${name}.ts`),
  ...["JsonCursor", "JsonReader", "JsonEscape"].map((name) => `json/${name}.ts`),
  ...["KeyLayout", "RecordColumns", "RecordReader", "readPage", "recordCauses", "timeText"].map((name) =>
    `statement/${name}.ts`
  ),
  "pipeline/normaliseWindows.ts",
  "pipeline/continuityRecord.ts"
]

it("says with readingVersion when records may be read or checked in another way", () => {
  const digest = createHash("sha256")
  for (const file of files) digest.update(readFileSync(join(src, file)))
  assert.deepStrictEqual(
    [readingVersion, digest.digest("hex").slice(0, 16)],
    [13, "9061211845f1c22f"],
    "What reads or checks records was changed. If any record may now give another row, place or verdict, raise " +
      "readingVersion in src/pipeline/KnownAnswer.ts; in any case put the new digest here."
  )
})
