/**
 * Ids where a format has little room for them.
 */
import { createHash } from "node:crypto"

/** 132 bits: no two ids of a file meet by chance. */
const hashLength = 22

/** The id where it fits; else its beginning and a hash of all of it, the same in every export. */
export const shortId = (id: string, most: number): string => {
  const characters = Array.from(id)
  if (characters.length <= most) return id
  const hash = createHash("sha256").update(id).digest("base64url").slice(0, hashLength)
  return `${characters.slice(0, most - hashLength - 1).join("")}~${hash}`
}
