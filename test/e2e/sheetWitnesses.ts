// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Programs that read exported tables and workbooks: Python, and LibreOffice, which INSTALL=1 asks for.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { debianProgram } from "./debianProgram.ts"
import { exportsPython } from "./exportsPython.ts"
import { root } from "./program.ts"

/** What a script of `test/witness/exports` prints. */
export const printedBy = (script: string, ...args: ReadonlyArray<string>): string => {
  const program = join(root, "test/witness/exports", script)
  const { status, stderr, stdout } = spawnSync(exportsPython ?? "", [program, ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 28
  })
  if (status !== 0) throw new Error(`${script} ${args.join(" ")}: ${stderr}`)
  return stdout
}

/** LibreOffice's Calc; undefined where it can't be had. */
export const calc: string | undefined = debianProgram({
  places: ["/usr/bin/soffice", "/usr/bin/libreoffice"],
  packages: ["libreoffice-calc-nogui"],
  untested: "how LibreOffice works out an exported workbook"
})

/** Of another program's workbooks it believes what was worked out, unless it is told not to. */
const alwaysWorkOut = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
`

/** Has Calc open a workbook, work it out, and save it at another place. */
export const workOut = (from: string, to: string): void => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
  try {
    mkdirSync(join(folder, "profile/user"), { recursive: true })
    writeFileSync(join(folder, "profile/user/registrymodifications.xcu"), alwaysWorkOut)
    cpSync(from, join(folder, "book.xlsx"))
    const { status, stderr } = spawnSync(calc ?? "", [
      `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`,
      "--headless",
      "--convert-to",
      "xlsx",
      "--outdir",
      join(folder, "out"),
      join(folder, "book.xlsx")
    ], { encoding: "utf8" })
    if (status !== 0) throw new Error(`LibreOffice ended with ${status}: ${stderr}`)
    cpSync(join(folder, "out/book.xlsx"), to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
