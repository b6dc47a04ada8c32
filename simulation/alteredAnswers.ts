/**
 * Answers as a bug between the service and the program would make them.
 */
import { Effect } from "effect"
import * as Records from "../src/domain/Records.ts"
import { dateTextAt, txnIdAt } from "../src/domain/Rows.ts"
import type { StatementPage } from "../src/domain/StatementPage.ts"
import type { Statement } from "../src/statement/Statement.ts"

/** A statement service of which each answer is altered. */
export const answering =
  (alter: (page: StatementPage) => StatementPage) => (statement: Statement["Service"]): Statement["Service"] => ({
    ...statement,
    fetch: (request) => Effect.map(statement.fetch(request), alter)
  })

/** An answer that does not say when it was given. */
export const withoutDate = (page: StatementPage): StatementPage => {
  const { servedAt, ...rest } = page
  return servedAt === undefined ? page : rest
}

/** A full answer as long as before, in which one record stands in the place of all. */
export const withoutOwnRecords = (page: StatementPage): StatementPage => {
  const { count } = page.records
  return count === 0 || count < page.request.limit ? page : withOnly(page, Array.from({ length: count }, () => 0))
}

/** An answer without what shows that the service's days begin elsewhere than its timestamps'. */
export const withoutOtherDays = (page: StatementPage): StatementPage => {
  const { records, request: { fromDate, toDate } } = page
  const isAsked = (date: string): boolean => date.slice(0, 10) >= fromDate && date.slice(0, 10) <= toDate
  return withOnly(
    page,
    indexesOf(records).filter((index) => !Records.isRecord(records, index) || isAsked(dateTextAt(records, index)))
  )
}

/** A service of which parts show nothing that an answer for more days has not shown: so a cap is never found. */
export const withoutMoreInParts = (statement: Statement["Service"]): Statement["Service"] => {
  const wholes: Array<StatementPage> = []
  return {
    ...statement,
    fetch: (request) =>
      Effect.map(statement.fetch(request), (page) => {
        const whole = wholes.find((earlier) =>
          isPartOf(request, earlier.request) && earlier.records.count < request.limit
        )
        wholes.push(page)
        if (whole === undefined) return page
        const known = new Set(idsOf(whole))
        const places = idsOf(page).flatMap((id, index) => (known.has(id) ? [index] : []))
        return withOnly(page, places)
      })
  }
}

/** A service that is asked for a day less than the program believes, as if nothing could be missing at the end. */
export const askedForADayLess = (statement: Statement["Service"]): Statement["Service"] => ({
  ...statement,
  fetch: (request) =>
    Effect.map(statement.fetch({ ...request, toDate: dayBefore(request) }), (page) => ({ ...page, request }))
})

const dayBefore = ({ fromDate, toDate }: StatementPage["request"]): string =>
  fromDate === toDate ? toDate : new Date(Date.parse(toDate) - 86_400_000).toISOString().slice(0, 10)

const withOnly = (page: StatementPage, places: ReadonlyArray<number>): StatementPage => ({
  ...page,
  records: Records.pick(page.records, places)
})

const isPartOf = (part: StatementPage["request"], whole: StatementPage["request"]): boolean =>
  part.walletNo === whole.walletNo && part.fromDate >= whole.fromDate && part.toDate <= whole.toDate

const idsOf = ({ records }: StatementPage): ReadonlyArray<string> =>
  indexesOf(records).map((index) => (Records.isRecord(records, index) ? txnIdAt(records, index) : ""))

const indexesOf = ({ count }: Records.Records): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index)
