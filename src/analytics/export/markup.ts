/**
 * Texts of others between the tags of XML and SGML: no text makes a tag, and none holds a character that XML has no place for.
 */
import { printable } from "../../domain/printable.ts"

/** A text with what is invisible or commands written out, as long as it is. */
export const visible = (text: string): string => printable(text, Infinity)

/** A visible text as it stands between tags. */
export const markup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
