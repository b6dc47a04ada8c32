/**
 * Reads the ids of a wallet that had rows when its file was opened. To look for a page of ids among ten million takes
 * hundreds of milliseconds each time; to read all of them once takes about as long as looking six times.
 */
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import type { WalletNo } from "../../../domain/Wallet.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "./answers.ts"
import { type Values, valuesOf } from "./exactValues.ts"
import { KnownIds } from "./KnownIds.ts"
import { mostInline, release, textBytes, wordsOf } from "./vectors.ts"

/** All ids of a wallet, withdrawn rows' included. */
export const loadIds = (connection: DuckDBConnection, walletNo: WalletNo): Promise<KnownIds> => {
  const of = `FROM transactions WHERE wallet_no = ${quoteText(walletNo)}`
  return askRows(connection, `SELECT count(*) ${of}`).then(([row]) => {
    const ids = new KnownIds(Number(row?.[0] ?? 0))
    return connection.stream(`SELECT txn_id ${of}`).then((result) => {
      const addRest = (): Promise<KnownIds> =>
        result.fetchChunk().then((chunk) => {
          if (chunk === null || chunk.rowCount === 0) return ids
          addChunk(ids, chunk)
          return addRest()
        })
      return addRest()
    })
  })
}

/** Short ids stand in the vector itself and need no text to be made of them. */
const addChunk = (ids: KnownIds, chunk: DuckDBDataChunk): void => {
  const words = wordsOf(chunk, 0, textBytes)
  let values: Values | undefined
  const texts = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  for (let index = 0; index < chunk.rowCount; index++) {
    const length = words[index * textWords] as number
    const start = index * textBytes + 4
    if (length <= mostInline) ids.addBytes(texts, start, start + length)
    else ids.add(String((values ??= valuesOf(chunk, 0))(index)))
  }
  release(words)
}

const textWords = textBytes / 4
