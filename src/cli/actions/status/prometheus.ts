/**
 * The health of wallets as metrics, in the text format that Prometheus' textfile collector reads.
 */
import { isOpen } from "../../../domain/Finding.ts"
import { type Ending, isUntold, waitingMillis, type WalletHealth } from "./WalletHealth.ts"

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  readonly name: string
  readonly help: string
  readonly samples: (wallet: WalletHealth) => ReadonlyArray<Sample>
}

const each = (value: (wallet: WalletHealth) => number | null) => (wallet: WalletHealth): ReadonlyArray<Sample> => {
  const found = value(wallet)
  return found === null ? [] : [{ labels: { wallet: wallet.wallet }, value: found }]
}

const dayStart = (day: string | null): number | null => (day === null ? null : Date.parse(`${day}T00:00:00Z`) / 1000)

/** Nothing is due of a wallet whose first day has not come. */
const ageMillis = (wallet: WalletHealth): number =>
  wallet.ageMillis === null ? Math.max(waitingMillis(wallet), 0) : wallet.ageMillis

const endings: ReadonlyArray<Ending> = ["complete", "incomplete", "failed", "interrupted"]
const verdicts = ["proven", "unanchored", "ambiguous", "gap", "truncated"] as const

const families: ReadonlyArray<Family> = [
  {
    name: "age_seconds",
    help:
      "Time since the end of the last complete day; without one since the first day began, +Inf where none is known.",
    samples: each((wallet) => ageMillis(wallet) / 1000)
  },
  {
    name: "complete_to_timestamp_seconds",
    help: "The last complete day, as its midnight in UTC.",
    samples: each(({ completeTo }) => dayStart(completeTo))
  },
  {
    name: "proven_to_timestamp_seconds",
    help: "The last proven day, as its midnight in UTC.",
    samples: each(({ provenTo }) => dayStart(provenTo))
  },
  {
    name: "verdict",
    help: "1 for the verdict of the last run that came to its end, 0 for the others.",
    samples: ({ verdict, wallet }) =>
      verdicts.map((word) => ({ labels: { wallet, verdict: word }, value: word === verdict ? 1 : 0 }))
  },
  {
    name: "last_run",
    help: "1 for how the last run ended, 0 for the others.",
    samples: ({ lastRun, wallet }) =>
      lastRun === null
        ? []
        : endings.map((word) => ({ labels: { wallet, ending: word }, value: word === lastRun.ending ? 1 : 0 }))
  },
  {
    name: "last_run_timestamp_seconds",
    help: "When the last run ended; when it began if it was interrupted.",
    samples: each(({ lastRun }) => (lastRun === null ? null : lastRun.at / 1000))
  },
  { name: "rows", help: "Rows that are not withdrawn.", samples: each(({ rows }) => rows) },
  { name: "gaps", help: "Places where balances do not meet.", samples: each(({ gaps }) => gaps) },
  { name: "quarantined", help: "Records that could not be read.", samples: each(({ quarantined }) => quarantined) },
  { name: "held", help: "Rows that the service no longer shows and that are kept.", samples: each(({ held }) => held) },
  {
    name: "findings",
    help: "What speaks against the wallet by its last run and nobody has accepted.",
    samples: each((wallet) => isUntold(wallet) ? null : wallet.findings.filter(isOpen).length)
  },
  {
    name: "findings_accepted",
    help: "What speaks against the wallet by its last run and somebody has accepted.",
    samples: each((wallet) => isUntold(wallet) ? null : wallet.findings.filter((finding) => !isOpen(finding)).length)
  }
]

/** A gauge of each kind for each wallet that the settings name, where they name any. */
export const prometheusText = (wallets: ReadonlyArray<WalletHealth>): string =>
  families.flatMap(({ help, name, samples }) => {
    const found = wallets.filter(({ isLeftOut }) => !isLeftOut).flatMap(samples)
    const full = `wallet_statement_${name}`
    return found.length === 0 ? [] : [
      `# HELP ${full} ${help}`,
      `# TYPE ${full} gauge`,
      ...found.map(({ labels, value }) => `${full}{${labelsText(labels)}} ${valueText(value)}`)
    ]
  }).map((line) => `${line}\n`).join("")

const valueText = (value: number): string => (value === Infinity ? "+Inf" : String(value))

const labelsText = (labels: Sample["labels"]): string =>
  Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`).join(",")

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"").replaceAll("\n", "\\n")
