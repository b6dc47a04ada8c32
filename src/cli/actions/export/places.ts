/**
 * The names of an export's files: the one that was asked for, and beside it those of single wallets and of parts.
 */
import { Effect } from "effect"
import { readdir } from "node:fs/promises"
import { basename, dirname, extname, resolve } from "node:path"
import type { Format } from "../../../analytics/export/Format.ts"
import type { Ledger } from "../../../analytics/export/Ledger.ts"
import { beginsLike } from "../writtenFile.ts"

const inserted = (path: string, text: string): string => {
  const extension = extname(path)
  return `${path.slice(0, path.length - extension.length)}${text}${extension}`
}

/** Letters of a wallet's number that any file system takes; numbers that are told apart by others meet, and are refused. */
const fileLetters = (walletNo: string): string => walletNo.replace(/[^A-Za-z0-9]/g, "_")

/** The file of a single ledger: `march-254700000001-KES.csv`. */
export const ofLedger = (path: string, { currency, walletNo }: Pick<Ledger, "currency" | "walletNo">): string =>
  inserted(path, `-${fileLetters(walletNo)}${currency === null ? "" : `-${currency}`}`)

/** A part of a file: `march-part1.csv`; the file itself where it is one. */
export const partOf = (path: string, part: number, parts: number): string =>
  parts === 1 ? path : inserted(path, `-part${part}`)

/** What is looked for beside the files of an export. */
interface Beside {
  readonly format: Format
  readonly out: string
  /** All wallets that the same command could have been for. */
  readonly walletNos: ReadonlyArray<string>
  readonly written: ReadonlyArray<string>
}

/** Files of the format under names of the same command that it did not write: of other wallets, of parts, or of all in one. */
export const leftOver = Effect.fnUntraced(
  function*({ format, out, walletNos, written }: Beside): Effect.fn.Return<ReadonlyArray<string>> {
    const isMine = ownNames(format, out, walletNos)
    const folder = out.slice(0, out.length - basename(out).length)
    const names = yield* Effect.orElseSucceed(Effect.tryPromise(() => readdir(dirname(resolve(out)))), () => [])
    const others = names.filter(isMine).map((name) => `${folder}${name}`).filter((path) => !written.includes(path))
    return yield* Effect.filter(others.toSorted(), (path) => beginsLike(path, format.beginning))
  }
)

const ownNames = (format: Format, out: string, walletNos: ReadonlyArray<string>): (name: string) => boolean => {
  if (format.kind === "binary") return () => false
  const ofWallet = format.isSplitByLedger ? `(?:-(?:${walletNos.map(fileLetters).join("|")})(?:-[A-Z]{3})?)?` : ""
  const ofPart = format.mostBytes === null && format.mostRows === undefined ? "" : "(?:-part[1-9]\\d*)?"
  const middle = new RegExp(`^${ofWallet}${ofPart}$`)
  const extension = extname(out)
  const stem = basename(out, extension)
  return (name) =>
    name.startsWith(stem) && name.endsWith(extension) && name.length >= stem.length + extension.length &&
    middle.test(name.slice(stem.length, name.length - extension.length))
}
