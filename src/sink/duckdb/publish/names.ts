/**
 * The names of the files in a folder of Parquet. Each is used once: it ends with a number that is drawn anew.
 */
import { randomUUID } from "node:crypto"

/** Tables of the folder beside `transactions`. */
export const smallTables = ["watermarks", "proven", "continuity_gaps", "runs", "wallet_summary"] as const

/** A wallet's rows of a month, `YYYY-MM`. */
export interface Partition {
  readonly wallet: string
  readonly month: string
}

/** What Hive and DuckDB write for a value in the name of a folder: nothing in it leads out of the folder. */
const escaped = (value: string): string =>
  encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

/** The folder of a partition, with slashes. */
export const partitionFolder = ({ month, wallet }: Partition): string =>
  `transactions/wallet_no=${escaped(wallet)}/month=${month}`

/** A name in a folder that no file had before; `sequence` is of the last window that the file holds. */
export const newName = (folder: string, sequence: number): string => `${folder}/${sequence}-${randomUUID()}.parquet`

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
const small = smallTables.join("|")
const [wallet, month] = ["wallet_no=[A-Za-z0-9_.~%-]+", String.raw`month=-?\d{4,6}-\d\d`]

const ownName = new RegExp(String.raw`^(?:transactions/${wallet}/${month}|${small})/\d+-${uuid}\.parquet$`)
const ownFolder = new RegExp(`^(?:transactions(?:/${wallet}(?:/${month})?)?|${small})$`)

/** Whether a path in the folder is one that publishing gives to a file. */
export const isOwnName = (path: string): boolean => ownName.test(path)

/** Whether a path in the folder is one that publishing gives to a folder. */
export const isOwnFolder = (path: string): boolean => ownFolder.test(path)
