/**
 * One request of a pull. When the run's time is over none is begun, and one that is under way is given up: what was fetched before
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

/** Asks for a statement, and says for which days. */
export const askStatement = Effect.fnUntraced(
  function*(
    request: StatementRequest,
    days: Period
  ): Effect.fn.Return<StatementPage, AskError, Statement | PullSettings> {
    const observe = yield* PullObserver
    const statement = yield* Statement
    const { runTimeout } = yield* PullSettings
    const left = (yield* RunDeadline) - (yield* monotonicMillis)
    const over = new RunTimedOut({ millis: Duration.toMillis(runTimeout) })
    if (left <= 0) return yield* over
    yield* observe({ _tag: "Asked", walletNo: request.walletNo, days })
    return yield* Effect.timeoutOrElse(statement.fetch(request), { duration: left, orElse: () => Effect.fail(over) })
  }
)
