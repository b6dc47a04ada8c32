/**
 * The file that the sandbox leaves a merchant's private key in. It replaces only what it wrote itself.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"

/** Stands above the key; readers of PEM pass over what is before a block. */
const mark = "A key of the sandbox, good for nothing else; the next sandbox replaces it.\n"

/** Writes a PEM for the owner alone; returns false, and leaves the file, where another's is. Throws what `fs` throws. */
export const writeSandboxKey = (file: string, pem: string): boolean => {
  if (existsSync(file)) {
    if (!readFileSync(file, "utf8").startsWith(`${mark}-----BEGIN `)) return false
    // A file that is there already would keep its mode.
    rmSync(file)
  }
  writeFileSync(file, mark + pem, { mode: 0o600, flag: "wx" })
  return true
}
