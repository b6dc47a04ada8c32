/**
 * One request of a pull. When the run's time is over none is begun, and one that is under way is given up: what was whole before
 * goes on to be committed.
 */
import { Duration, Effect } from "effect"
import type { Period } from "../domain/Period.ts"
import type { StatementPage, StatementRequest } from "../domain/StatementPage.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Statement } from "../statement/Statement.ts"
import type { StatementError } from "../statement/StatementError.ts"
import { monotonicMillis, RunDeadline } from "../transport/limit/RunDeadline.ts"
import { PullObserver } from "./PullObserver.ts"
import { RunTimedOut } from "./RunTimedOut.ts"

/** Why a request of a pull brought no page. */
export type AskError = StatementError | RunTimedOut

/** What is below ends an attempt with the run, too, and would tell of a slow service: it has to come second. */
const graceMillis = 500

/** Asks for a statement, and says for which days. */
export const askStatement = Effect.fnUntraced(
  function*(
    request: StatementRequest,
    days: Period
  ): Effect.fn.Return<StatementPage, AskError, Statement | PullSettings> {
    const observe = yield* PullObserver
    const statement = yield* Statement
    const { runTimeout } = yield* PullSettings
    const end = yield* RunDeadline
    const left = end - (yield* monotonicMillis)
    const over = new RunTimedOut({ millis: Duration.toMillis(runTimeout) })
    if (left <= 0) return yield* over
    yield* observe({ _tag: "Asked", walletNo: request.walletNo, days })
    return yield* statement.fetch(request).pipe(
      Effect.provideService(RunDeadline, end + graceMillis),
      Effect.timeoutOrElse({ duration: left, orElse: () => Effect.fail(over) })
    )
  }
)
