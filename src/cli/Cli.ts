/**
 * The tree of commands.
 */
import { Command } from "effect/cli"
import { version } from "../domain/version.ts"
import { categories } from "./commands/categories.ts"
import { check } from "./commands/check.ts"
import { compact } from "./commands/compact.ts"
import { demo } from "./commands/demo.ts"
import { exportCommand } from "./commands/export.ts"
import { findings } from "./commands/findings.ts"
import { keygen } from "./commands/keygen.ts"
import { probe } from "./commands/probe.ts"
import { publish } from "./commands/publish.ts"
import { pull } from "./commands/pull.ts"
import { quarantine } from "./commands/quarantine.ts"
import { query } from "./commands/query.ts"
import { reconcile } from "./commands/reconcile.ts"
import { report } from "./commands/report.ts"
import { sandbox } from "./commands/sandbox.ts"
import { settings } from "./commands/settings.ts"
import { sign } from "./commands/sign.ts"
import { status } from "./commands/status.ts"
import { verify } from "./commands/verify.ts"
import { logFormatFlag } from "./output/logging.ts"

const root = Command.make("wallet-statement").pipe(
  Command.withDescription(
    "Pulls the full statement of payment wallets, shows that nothing is missing, and keeps it in a DuckDB file"
  ),
  Command.withGlobalFlags([logFormatFlag]),
  Command.withSubcommands([
    demo,
    pull,
    verify,
    status,
    findings,
    query,
    categories,
    reconcile,
    report,
    exportCommand,
    publish,
    quarantine,
    compact,
    check,
    probe,
    sign,
    keygen,
    settings,
    sandbox
  ]),
  Command.withExamples([
    { command: "wallet-statement demo", description: "See it work without any account" },
    { command: "wallet-statement check", description: "See whether your settings work" },
    { command: "wallet-statement pull --from 2024-01-01", description: "Load the wallets of your settings" }
  ])
)

/** The whole program: parses the process's arguments and runs a command. */
export const program = Command.run(root, { version })
