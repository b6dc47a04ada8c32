/**
 * What a file is that a page may replace.
 */
import type { FileKind } from "./writtenFile.ts"

/** An HTML page. */
export const page: FileKind = { beginning: "<!doctype html", name: "HTML page" }
