/**
 * `export`: statements as files that other programs import.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import {
  configFlag,
  daysFlags,
  dbFlag,
  jsonFlag,
  switchFlag,
  waitFlag,
  walletsFlag,
  withSettings
} from "../flags/sharedFlags.ts"

export const exportCommand = Command.make(
  "export",
  {
    format: Argument.String("format").pipe(
      Argument.withDescription("csv, xlsx, parquet, ndjson, ofx, qif, camt053, mt940, hledger or beancount")
    ),
    dialect: Flag.String("dialect").pipe(
      Flag.withDescription("Who reads a CSV: excel, quickbooks, xero or zoho (default: any program)"),
      Flag.optional
    ),
    out: Flag.File("out").pipe(
      Flag.withDescription(
        "The file to write; one of the format that is there is replaced. Several files have the wallet or a number in their name"
      )
    ),
    wallet: walletsFlag("to export"),
    ...daysFlags("proven"),
    unproven: switchFlag("unproven", "Export days too that the balances do not prove"),
    noOpening: switchFlag(
      "no-opening",
      "Book no opening balance: the days go on from a file of those before (hledger, beancount and qif)"
    ),
    replace: switchFlag("replace", "Replace a file that is there, also where another program may have written it"),
    wait: waitFlag,
    db: dbFlag,
    config: configFlag,
    json: jsonFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/export/export.ts")).pipe(
      Effect.flatMap(({ exportStatement }) => exportStatement(input)),
      withSettings({ config: input.config, db: input.db, wait: input.wait }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Write statements as files that spreadsheets, accounting programs and banks' software read"),
  Command.withExamples([
    {
      command: "wallet-statement export hledger --out march.journal --from 2025-03-01 --to 2025-03-31",
      description: "A month of all wallets as a journal with balance assertions"
    },
    {
      command: "wallet-statement export csv --dialect xero --wallet 254700000001 --out march.csv",
      description: "What is proven of a wallet, for an importer"
    }
  ])
)
