/**
 * The health of wallets, for people.
 */
import { type Finding, isOpen } from "../../../domain/Finding.ts"
import { counted } from "../../output/counted.ts"
import { together } from "../../output/together.ts"
import { wrapped } from "../../output/wrapped.ts"
import { healthTable } from "./healthTable.ts"
import { isEmpty, type WalletHealth } from "./WalletHealth.ts"

/** A line of all wallets, a table of each, and what to do, in so many columns; undefined is as long as it takes. */
export const healthText = (
  wallets: ReadonlyArray<WalletHealth>,
  now: number,
  columns: number | undefined
): string => {
  const asked = wallets.filter(({ isLeftOut }) => !isLeftOut)
  const waiting = asked.filter(({ isOld, nextStep }) => isOld || nextStep !== null).length
  const accepted = asked.filter(({ findings }) => acceptedIn(findings) > 0).length
  const leftOut = wallets.filter(({ isLeftOut }) => isLeftOut).map(({ wallet }) => wallet)
  const steps = together(wallets.map((each) => ({ wallet: each.wallet, lines: remarksOn(each) })))
  return [
    `${counted(asked.length, "wallet", "wallets")}, ${
      waiting === 0
        ? "all well"
        : `${waiting === asked.length ? "" : `${asked.length - waiting} well, `}${waiting} with something to do`
    }${accepted === 0 ? "" : `, ${accepted} with accepted findings`}${
      leftOut.length === 0 ? "" : `; not in the settings: ${leftOut.join(", ")}`
    }`,
    "",
    healthTable(wallets, now, columns),
    ...(steps.length === 0 ? [] : ["", ...steps.map((step) => wrapped(step, columns))])
  ].join("\n")
}

const remarksOn = ({ begins, begunMillis, findings, nextStep, ...loaded }: WalletHealth): ReadonlyArray<string> => [
  ...(nextStep === null ? [] : [nextStep]),
  ...acceptedText(acceptedIn(findings)),
  ...(begunMillis !== null && begunMillis < 0 && isEmpty(loaded)
    ? [`It begins on ${begins}, which has not come yet.`]
    : [])
]

const acceptedIn = (findings: ReadonlyArray<Finding>): number => findings.filter((each) => !isOpen(each)).length

const acceptedText = (count: number): ReadonlyArray<string> =>
  count === 0
    ? []
    : count === 1
    ? ["1 finding is accepted: `wallet-statement findings` lists it."]
    : [`${count} findings are accepted: \`wallet-statement findings\` lists them.`]
