/**
 * What a file is that a page may replace.
 */
import { beginningOf, type PageKind } from "../../analytics/page/documentOf.ts"
import type { FileKind } from "./writtenFile.ts"

/** A page of a command; one of another is left as it is. */
export const pageKindOf = (command: PageKind): FileKind => ({
  beginning: beginningOf(command),
  name: `page of ${command}`
})
