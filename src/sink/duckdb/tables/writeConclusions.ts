/**
 * Writes what a run found of a wallet in the end, in a transaction of its own; none when all of that is noted already.
 */
import { Effect } from "effect"
import type { WalletConclusions } from "../../../domain/Window.ts"
import { sameProofs } from "../../plan/declarations.ts"
import { planAllGaps } from "../../plan/gapPlan.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { type GapsAfter, writeGapPlan } from "./GapTable.ts"
import { writeProofs } from "./ProofTable.ts"
import type { WalletState } from "./WalletState.ts"
import { writeWatermark } from "./WatermarkTable.ts"

/** Writes gaps and proofs; new gaps get ids from `gapId` on. */
export const writeConclusions = Effect.fnUntraced(
  function*(
    session: Session,
    conclusions: WalletConclusions,
    { openGaps, proofs, watermark }: Pick<WalletState, "openGaps" | "proofs" | "watermark">,
    { committedAt, gapId }: { readonly committedAt: number; readonly gapId: number }
  ): Effect.fn.Return<GapsAfter, SinkError> {
    const plan = planAllGaps(conclusions.gaps, openGaps)
    if (plan.closed.length + plan.opened.length === 0 && sameProofs(conclusions.proofs, proofs)) {
      return { open: openGaps, opened: 0 }
    }
    const reach = { proofs: conclusions.proofs, watermark }
    return yield* session.run("BEGIN TRANSACTION").pipe(
      Effect.andThen(writeGapPlan(session, conclusions, plan, { committedAt }, gapId, openGaps)),
      Effect.tap(writeProofs(session, conclusions, proofs, { committedAt })),
      Effect.tap(session.run([...writeWatermark(conclusions, reach, { committedAt }), "COMMIT"].join(";\n"))),
      Effect.tapCause(() => Effect.ignore(session.run("ROLLBACK")))
    )
  }
)
