/**
 * Reads the ids of a wallet that had rows when its file was opened. To look for a page of ids among ten million takes
 * hundreds of milliseconds each time; to read all of them once takes about as long as looking six times.
 */
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import { TextArea } from "../../../domain/TextArea.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "./answers.ts"
import { readTexts } from "./columnReaders.ts"
import { KnownIds } from "./KnownIds.ts"

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

const addChunk = (ids: KnownIds, chunk: DuckDBDataChunk): void => {
  const texts = new TextArea()
  const [starts, ends] = [new Int32Array(chunk.rowCount), new Int32Array(chunk.rowCount)]
  readTexts(chunk, 0, texts, starts, ends)
  const bytes = texts.bytes()
  for (const [row, start] of starts.entries()) ids.addBytes(bytes, start, ends[row] as number)
}
