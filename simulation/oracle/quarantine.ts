/**
 * Checks that every record that can't be read is kept, and no longer than the service shows it.
 */
import { dayText } from "../calendar.ts"
import { storedText } from "../storedText.ts"
import type { Story } from "../Story.ts"
import { multiset, surplus } from "./Multiset.ts"
import type { WalletRun } from "./WalletRun.ts"

/** Compares the open records with what the last committed answers showed of each day. */
export const checkQuarantine = (
  { model, walletNo }: WalletRun,
  open: ReadonlyArray<{ readonly rawText: string; readonly day: number | null }>,
  story: Story
): void => {
  const undated = new Set((open.filter(({ day }) => day === null)).map(({ rawText }) => rawText))
  const openByDay = Map.groupBy(open, ({ day }) => day)
  for (const [day, view] of model.days) {
    const kept = multiset((openByDay.get(day) ?? []).map(({ rawText }) => rawText))
    const shown = multiset(view.rejected.map((raw) => storedText(raw)))
    for (const raw of surplus(shown, kept)) story.complain(`${walletNo} ${dayText(day)}: not in quarantine: ${raw}`)
    for (const raw of view.undated.filter((text) => !undated.has(storedText(text)))) {
      story.complain(`${walletNo} ${dayText(day)}: no more in quarantine, though the service shows it: ${raw}`)
    }
    if (view.isCutOff) continue
    for (const raw of surplus(kept, shown).filter((text) => !model.rejectedBeyond.has(text))) {
      story.complain(`${walletNo} ${dayText(day)}: still in quarantine, though the service shows it no longer: ${raw}`)
    }
  }
}
