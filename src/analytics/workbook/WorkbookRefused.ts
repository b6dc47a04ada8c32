/**
 * A workbook that can't be read as it is.
 */
import { Schema } from "effect"

/** What is wrong, to be said behind the file's name, and the remedy; quotes no cell. */
export class WorkbookRefused extends Schema.TaggedError<WorkbookRefused>()("WorkbookRefused", {
  problem: Schema.String
}) {
  override get message(): string {
    return this.problem
  }
}

/** The refusal for one reason. */
export const workbookRefused = (problem: string): WorkbookRefused => new WorkbookRefused({ problem })

/** The refusal of one that breaks the rules of its own format. */
export const damaged = (): WorkbookRefused =>
  workbookRefused("is damaged or no workbook (XLSX): open it in a spreadsheet program and save it again")

/** What a reading threw, as a refusal. */
export const refusalOf = (cause: unknown): WorkbookRefused => (cause instanceof WorkbookRefused ? cause : damaged())
