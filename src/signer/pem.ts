/**
 * Takes PEM text apart into its blocks.
 *
 * Lenient about what happens to keys on their way through settings: line breaks lost or turned into spaces, Windows
 * line ends, text around the blocks. Strict about the Base64 itself.
 */

/** One PEM block: its label, its bytes, and the DEK-Info value when OpenSSL's own encryption was used. */
export interface PemBlock {
  readonly label: string
  readonly bytes: Uint8Array
  readonly dekInfo: string | undefined
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g
const encryptionHeader = /^\s*Proc-Type:\s*4,\s*ENCRYPTED\s+DEK-Info:\s*([A-Za-z0-9-]+,[0-9A-Fa-f]+)\s/

/** Whether the text holds the start of a PEM block. */
export const looksLikePem = (text: string): boolean => text.includes("-----BEGIN ")

/** The text's blocks in their order; undefined when one has no end or is not Base64. */
export const readPem = (text: string): ReadonlyArray<PemBlock> | undefined => {
  const blocks: Array<PemBlock> = []
  for (const [, label = "", content = ""] of text.matchAll(block)) {
    const dekInfo = encryptionHeader.exec(content)?.[1]
    const bytes = decodeBase64(content.replace(encryptionHeader, ""))
    if (bytes === undefined) return undefined
    blocks.push({ label, bytes, dekInfo })
  }
  return blocks.length === text.split("-----BEGIN ").length - 1 ? blocks : undefined
}

/** Writes a block the way every OpenSSL reads it. */
export const writePem = ({ label, bytes, dekInfo }: PemBlock): string => {
  const headers = dekInfo === undefined ? "" : `Proc-Type: 4,ENCRYPTED\nDEK-Info: ${dekInfo}\n\n`
  const lines = Buffer.from(bytes).toString("base64").replaceAll(/.{64}(?=.)/g, "$&\n")
  return `-----BEGIN ${label}-----\n${headers}${lines}\n-----END ${label}-----\n`
}

/** Decodes standard Base64, whitespace allowed between the characters; undefined when it is anything else. */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  const characters = text.replaceAll(/\s/g, "")
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(characters)) return undefined
  const bytes = Buffer.from(characters, "base64")
  return bytes.toString("base64").replace(/=+$/, "") === characters.replace(/=+$/, "") ? bytes : undefined
}
