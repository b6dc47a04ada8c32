/**
 * `report`: one HTML page for whoever keeps the books.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, daysFlags, dbFlag, walletsFlag, withSettings } from "../flags/sharedFlags.ts"

export const report = Command.make(
  "report",
  {
    out: Flag.File("out").pipe(Flag.withDescription("The HTML file to write; one that is there is replaced")),
    wallet: walletsFlag("to tell of"),
    ...daysFlags("loaded"),
    pdf: Flag.File("pdf").pipe(
      Flag.withDescription("A PDF of the page to write beside it, printed by Chromium or Chrome if that is installed"),
      Flag.optional
    ),
    db: dbFlag,
    config: configFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/report/report.ts")).pipe(
      Effect.flatMap(({ report }) => report(input)),
      withSettings({ config: input.config, db: input.db }),
      toEnding(false)
    )
).pipe(
  Command.withDescription("Write a page with the verdict, charts and tables, for whoever keeps the books"),
  Command.withExamples([
    { command: "wallet-statement report --out report.html", description: "All wallets, all that is loaded" },
    {
      command: "wallet-statement report --out march.html --wallet 254700000001 --from 2025-03-01 --to 2025-03-31",
      description: "One wallet's month"
    }
  ])
)
