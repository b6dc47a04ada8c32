/**
 * Reads the ids of a wallet that had rows when its file was opened. To look for a page of ids among ten million takes
 * hundreds of milliseconds each time; to read all of them once takes about as long as looking six times.
 */
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import duckdb from "@duckdb/node-bindings"
import type { WalletNo } from "../../domain/Wallet.ts"
import { KnownIds } from "./KnownIds.ts"
import { quoteText } from "./tableText.ts"
import { mostInline, textBytes } from "./TextStore.ts"

/** All ids of a wallet, withdrawn rows' included. */
export const loadIds = (connection: DuckDBConnection, walletNo: WalletNo): Promise<KnownIds> => {
  const of = `FROM transactions WHERE wallet_no = ${quoteText(walletNo)}`
  return connection.runAndReadAll(`SELECT count(*) ${of}`).then((reader) => {
    const ids = new KnownIds(Number(reader.getRows()[0]?.[0] ?? 0))
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

/** Short ASCII ids stand in the vector itself and need no text to be made of them. */
const addChunk = (ids: KnownIds, chunk: DuckDBDataChunk): void => {
  const count = chunk.rowCount
  const texts = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk.chunk, 0), count * textBytes)
  for (let index = 0; index < count; index++) {
    const start = index * textBytes
    const length = lengthAt(texts, start)
    if (length <= mostInline && isAscii(texts, start + 4, length)) ids.addBytes(texts, start + 4, start + 4 + length)
    else ids.add(String(chunk.getColumnVector(0).getItem(index)))
  }
}

const lengthAt = (texts: Uint8Array, start: number): number =>
  (texts[start] as number) + (texts[start + 1] as number) * 256 + (texts[start + 2] as number) * 65_536 +
  (texts[start + 3] as number) * 16_777_216

const isAscii = (texts: Uint8Array, start: number, length: number): boolean => {
  for (let at = start; at < start + length; at++) if ((texts[at] as number) > 127) return false
  return true
}
