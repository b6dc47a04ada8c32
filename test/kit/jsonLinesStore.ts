/**
 * A store in a file of JSON lines: each holds what one transaction changed. What they come to is in memory, and read from the
 * file again when a transaction fails.
 */
import { Effect } from "effect"
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs"
import type { StatementWindow, WalletNo } from "../../src/index.ts"
import {
  askedFromOf,
  type BegunRun,
  besideOf,
  type BroughtRow,
  type Change,
  changedSince,
  completingOf,
  DatabaseFailed,
  eventsOf,
  type Heads,
  headsAfter,
  identityKey,
  identityOf,
  maybeRedatedIn,
  noHeads,
  type NumberedWindow,
  type RowChange,
  rowChanges,
  type RowEvent,
  rowsWithin,
  type SinkError,
  sinkError,
  type Store,
  type StoredWallet,
  totalsOf,
  unfinishedRunsOf,
  unknownWallet,
  walletAfter,
  type WindowChange
} from "../../src/sink/store/index.ts"

/** A window without its rows, which stand in the line as what they change. */
type WindowOfLine = Pick<
  StatementWindow,
  "runId" | "walletNo" | "days" | "complete" | "kept" | "lastSettledDay" | "origin"
>

/** A change as it is written. */
export type Line =
  | Exclude<Change, WindowChange>
  | (Omit<WindowChange, "plan" | "window"> & {
    readonly window: WindowOfLine
    readonly rows: ReadonlyArray<RowChange>
  })

interface Wallet {
  readonly rows: Map<string, BroughtRow>
  readonly windows: Array<NumberedWindow>
  readonly events: Array<RowEvent>
  stored: StoredWallet
}

interface State {
  heads: Heads
  readonly wallets: Map<WalletNo, Wallet>
  readonly runs: Map<string, BegunRun>
}

/** Opens the file at a path, or begins one. */
export const jsonLinesStore = (path: string): Effect.Effect<Store, SinkError> =>
  Effect.sync(() => {
    cutOff(path)
    let state = stateOf(linesIn(path))
    const ask = <A>(question: () => A): Effect.Effect<A, SinkError> =>
      Effect.try({ try: question, catch: () => sinkError(new DatabaseFailed(), `${path} can't be read or written.`) })
    const rowsOf = (
      walletNo: WalletNo
    ): ReadonlyArray<BroughtRow> => [...state.wallets.get(walletNo)?.rows.values() ?? []]
    const windowsOf = (walletNo: WalletNo): ReadonlyArray<NumberedWindow> => state.wallets.get(walletNo)?.windows ?? []
    return {
      heads: ask(() => state.heads),
      wallets: ask(() => [...state.wallets.keys()]),
      wallet: (walletNo) => ask(() => state.wallets.get(walletNo)?.stored ?? unknownWallet),
      unfinishedRuns: (walletNo) =>
        ask(() => unfinishedRunsOf(walletNo, [...state.runs.values()], windowsOf(walletNo))),
      rules: (runId, walletNo) => ask(() => state.runs.get(runId)?.run.rules.get(walletNo) ?? null),
      askedFrom: (walletNo) => ask(() => askedFromOf(walletNo, [...state.runs.values()])),
      rowsOfDays: (walletNo, days, which) => ask(() => rowsWithin(rowsOf(walletNo), days, which)),
      beside: (window, sought) => ask(() => besideOf(rowsOf(window.walletNo), window, sought)),
      totals: (walletNo, days) => ask(() => totalsOf(rowsOf(walletNo), days)),
      maybeRedated: (walletNo) => ask(() => maybeRedatedIn(rowsOf(walletNo), windowsOf(walletNo))),
      changedSince: (walletNo, asked) => ask(() => changedSince(state.wallets.get(walletNo)?.events ?? [], asked)),
      transact: (work) =>
        Effect.suspend(() => {
          const lines: Array<Line> = []
          const apply = (change: Change) =>
            ask(() => {
              const line = lineOf(change)
              lines.push(line)
              applyTo(state, line)
            })
          return work(apply).pipe(
            Effect.tap(() => ask(() => appendFileSync(path, `${JSON.stringify(lines, replacer)}\n`))),
            Effect.onError(() =>
              Effect.sync(() => {
                cutOff(path)
                state = stateOf(linesIn(path))
              })
            )
          )
        })
    }
  })

/** What a file holds, in the order in which it came. */
export const linesIn = (path: string): ReadonlyArray<Line> =>
  existsSync(path)
    ? readFileSync(path, "utf8").split("\n").filter((text) => text !== "").flatMap((text): Array<Line> =>
      JSON.parse(text, reviver)
    )
    : []

/** Takes away what a torn write left behind the last whole line. */
const cutOff = (path: string): void => {
  if (existsSync(path)) truncateSync(path, readFileSync(path).lastIndexOf("\n") + 1)
}

/** Whole numbers beyond a double, maps and texts that UTF-8 can't hold are written as what they are. */
const replacer = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? { $integer: String(value) } : value instanceof Map ? { $map: [...value] } : value

const reviver = (_: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if ("$integer" in value) return BigInt(String(value.$integer))
  return "$map" in value && Array.isArray(value.$map) ? new Map(value.$map) : value
}

const lineOf = (change: Change): Line => {
  if (change.kind !== "window") return change
  const { plan: _plan, window, ...rest } = change
  const { complete, days, kept, lastSettledDay, origin, runId, walletNo } = window
  return {
    ...rest,
    window: { complete, days, kept, lastSettledDay, origin, runId, walletNo },
    rows: rowChanges(change)
  }
}

const stateOf = (lines: ReadonlyArray<Line>): State => {
  const state: State = { heads: noHeads, wallets: new Map(), runs: new Map() }
  for (const line of lines) applyTo(state, line)
  return state
}

const walletIn = ({ wallets }: State, walletNo: WalletNo): Wallet => {
  const wallet = wallets.get(walletNo) ?? { rows: new Map(), windows: [], events: [], stored: unknownWallet }
  wallets.set(walletNo, wallet)
  return wallet
}

const applyTo = (state: State, line: Line): void => {
  state.heads = headsAfter(state.heads, line)
  switch (line.kind) {
    case "window":
      return applyWindow(walletIn(state, line.window.walletNo), line)
    case "entries":
    case "conclusions": {
      const wallet = walletIn(state, line.walletNo)
      wallet.stored = walletAfter(wallet.stored, line)
      return
    }
    case "run-begins":
      interrupt(state, ({ run }) => run.wallets.some((walletNo) => line.run.wallets.includes(walletNo)))
      state.runs.set(line.run.runId, { run: line.run, end: "none" })
      return
    case "run-ends": {
      const begun = state.runs.get(line.report.runId)
      if (begun !== undefined) state.runs.set(line.report.runId, { ...begun, end: line.report })
      return
    }
    case "runs-interrupted":
      return interrupt(state, () => true)
  }
}

const interrupt = ({ runs }: State, concerns: (run: BegunRun) => boolean): void => {
  for (const [runId, begun] of runs) {
    if (begun.end === "none" && concerns(begun)) runs.set(runId, { ...begun, end: "interrupted" })
  }
}

const applyWindow = (wallet: Wallet, line: Line & { readonly kind: "window" }): void => {
  const { sequence } = line.stamp
  for (const { after } of line.rows) {
    const key = identityKey(identityOf(after))
    wallet.rows.set(key, { ...after, sequence: wallet.rows.get(key)?.sequence ?? sequence })
  }
  wallet.events.push(...eventsOf(line.rows, sequence))
  wallet.windows.push({ ...completingOf(line.window), runId: line.window.runId, sequence })
  wallet.stored = walletAfter(wallet.stored, line)
}
