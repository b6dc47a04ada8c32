/**
 * A page as PDF, printed by a browser that is installed: Chromium, or a browser made of it. It finds no name of a network, and
 * has a folder of its own for what it keeps, which is gone afterwards.
 */
import { Duration, Effect } from "effect"
import { accessSync, constants } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { runCommand } from "../../../settings/runCommand.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { type FileKind, putInPlace } from "../writtenFile.ts"

/** What a PDF begins with. */
export const pdf: FileKind = { beginning: "%pdf-", name: "PDF" }

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"]

const elsewhere = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]

/** A page of hundreds of wallets has thousands of sheets. */
const patience = Duration.minutes(5)

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first browser of the folders that programs are looked for in. Fails with CommandEnd where there is none. */
export const browserIn = (folders: string | undefined): Effect.Effect<string, CommandEnd> =>
  Effect.suspend(() => {
    const places = (folders ?? "").split(delimiter).filter((folder) => folder !== "")
    const found = [...places.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(isProgram)
    return found === undefined
      ? failed(
        "--pdf takes Chromium or Chrome, and neither is installed here: install chromium, or print the page of --out from any browser."
      )
      : Effect.succeed(found)
  })

const failed = (message: string) => Effect.fail(new CommandEnd({ code: exitCode.failed, message }))

/** Chromium's own sandbox takes no root; the page it reads has no script and is this program's. */
const asRoot = (): ReadonlyArray<string> => (process.getuid?.() === 0 ? ["--no-sandbox"] : [])

/** Prints the page of a file into another one. */
export const printPdf = (browser: string, from: string, to: string): Effect.Effect<void, CommandEnd> =>
  Effect.acquireUseRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "wallet-statement-"))),
    (folder) =>
      putInPlace(to, (temporary) =>
        runCommand([
          browser,
          "--headless",
          "--disable-gpu",
          "--disable-extensions",
          "--disable-background-networking",
          "--disable-dev-shm-usage",
          "--host-resolver-rules=MAP * ~NOTFOUND",
          "--no-first-run",
          "--no-pdf-header-footer",
          `--user-data-dir=${folder}`,
          ...asRoot(),
          `--print-to-pdf=${temporary}`,
          pathToFileURL(resolve(from)).href
        ], { timeout: patience }).pipe(
          Effect.andThen(
            Effect.tryPromise({ try: () => stat(temporary), catch: () => ({ message: "it wrote nothing" }) })
          ),
          Effect.catch(({ message }) => failed(`${to} was not printed by ${browser}: ${message}.`)),
          Effect.asVoid
        )),
    (folder) => Effect.promise(() => Promise.allSettled([rm(folder, { recursive: true, force: true, maxRetries: 3 })]))
  )
