/**
 * What workers tell each other and the end of a run, in files: which changes a test noticed, which any test came by, which tests were
 * asked about all of theirs, and what each worker is at.
 */
import {
  appendFileSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"

/** What a run knows so far, in a folder. */
export class State {
  private readonly killedFile: string
  private readonly coveredFile: string
  private readonly askedFile: string
  private readonly failingFile: string
  private readonly folder: string
  private readonly killed = new Map<string, string>()
  private readTo = 0

  constructor(folder: string) {
    this.folder = folder
    this.askedFile = join(folder, "asked.txt")
    this.failingFile = join(folder, "failing.txt")
    this.killedFile = join(folder, "killed.txt")
    this.coveredFile = join(folder, "covered.txt")
  }

  /** The changes that were noticed by now, in any worker, and by which test file. */
  noticed(): ReadonlyMap<string, string> {
    if (!existsSync(this.killedFile)) return this.killed
    const text = readFileSync(this.killedFile, "utf8")
    const end = text.lastIndexOf("\n") + 1
    for (const line of text.slice(this.readTo, end).split("\n")) {
      const [id = "", by = ""] = line.split("\t")
      if (id !== "") this.killed.set(id, by)
    }
    this.readTo = end
    return this.killed
  }

  note(id: string, by: string): void {
    this.killed.set(id, by)
    appendFileSync(this.killedFile, `${id}\t${by}\n`)
  }

  /** Forgets what workers were at that are gone. */
  begin(): void {
    for (const name of globSync("trying-*.txt", { cwd: this.folder })) rmSync(join(this.folder, name))
  }

  /** Notes that a worker tries a change from now on. */
  trying(id: string): void {
    writeFileSync(join(this.folder, `trying-${process.pid}.txt`), id)
  }

  /** Notes as noticed what has been tried for so long that it must have got into an endless loop; says whether there was any. */
  noteRunaways(millis: number): boolean {
    return this.noteEnded("an endless loop", ({ mtimeMs }) => Date.now() - mtimeMs > millis)
  }

  /** Notes as noticed what workers were at that are gone, since it brought them down; says whether there was any. */
  noteCrashes(): boolean {
    return this.noteEnded("a crash", () => true)
  }

  private noteEnded(what: string, isEnded: (tried: Stats) => boolean): boolean {
    const ended = globSync("trying-*.txt", { cwd: this.folder }).map((name) => join(this.folder, name))
      .filter((file) => statSync(file).size > 0 && isEnded(statSync(file)))
    for (const file of ended) {
      this.note(readFileSync(file, "utf8"), what)
      rmSync(file)
    }
    return ended.length > 0
  }

  /** Notes that a test is done with. */
  noteAsked(test: string): void {
    this.trying("")
    appendFileSync(this.askedFile, `${JSON.stringify(test)}\n`)
  }

  asked(): ReadonlySet<string> {
    return namesIn(this.askedFile)
  }

  /** Notes that a test fails with nothing changed: some look at the sources, or ask for more cases than are tried. */
  noteFailing(test: string): void {
    appendFileSync(this.failingFile, `${JSON.stringify(test)}\n`)
  }

  failing(): ReadonlySet<string> {
    return namesIn(this.failingFile)
  }

  /** Lets all tests be asked again. */
  askAnew(): void {
    rmSync(this.askedFile, { force: true })
  }

  noteCovered(ids: ReadonlyArray<string>): void {
    appendFileSync(this.coveredFile, `${ids.join("\n")}\n`)
  }

  /** The changes that some test came by when nothing was changed. */
  covered(): ReadonlySet<string> {
    return new Set(existsSync(this.coveredFile) ? readFileSync(this.coveredFile, "utf8").split("\n") : [])
  }
}

const namesIn = (file: string): ReadonlySet<string> =>
  existsSync(file)
    ? new Set(readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => String(JSON.parse(line))))
    : new Set()
