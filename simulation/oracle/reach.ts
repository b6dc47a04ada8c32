/**
 * How far a wallet was loaded before a run, which goes on from there: days that were over, whole or cut off.
 */
import type { StatementWindow } from "../../src/domain/Window.ts"
import type { Order } from "../Order.ts"
import type { Days } from "./WalletRun.ts"

import type { WalletModel } from "./WalletModel.ts"

/** What a wallet goes on from. */
export interface Reach {
  /** The first day that was ever loaded. */
  readonly loadedFrom: number
  /** Undefined where its first day was not over, and where it is not known to be whole. */
  readonly loaded: Days | undefined
}

/** Takes note of the days of a window that were over by the client's reckoning; a clock that was ahead is put right by a later one. */
export const noteLoaded = (
  model: WalletModel,
  { complete, days, kept, lastSettledDay }: Pick<StatementWindow, "complete" | "days" | "kept" | "lastSettledDay">
) => {
  model.loadedFrom = Math.min(model.loadedFrom ?? days.from, days.from)
  model.lastOver = lastSettledDay
  const isBelieved = kept.length === 0
  for (const known of isBelieved ? [model.over, model.complete] : [model.over]) {
    for (const day of known) if (day > lastSettledDay) known.delete(day)
  }
  for (let day: number = days.from; day <= days.to; day++) {
    if (day <= lastSettledDay) model.over.add(day)
    if (isBelieved && !complete) model.complete.delete(day)
    if (isBelieved && complete && day <= lastSettledDay) model.complete.add(day)
  }
}

/** What a wallet goes on from; undefined when nothing of it was loaded. */
export const reachOf = (model: WalletModel, watermark: Days | undefined): Reach | undefined => {
  const { complete, days, loadedFrom, over } = model
  if (loadedFrom === undefined) return undefined
  const isLoaded = (day: number): boolean => complete.has(day) || (over.has(day) && days.get(day)?.isCutOff === true)
  const start = watermark ?? (isLoaded(loadedFrom) ? { from: loadedFrom, to: loadedFrom } : undefined)
  if (start === undefined) return { loadedFrom, loaded: undefined }
  let { from, to } = start
  while (isLoaded(from - 1)) from--
  while (isLoaded(to + 1)) to++
  return { loadedFrom, loaded: { from, to } }
}

/** The days that a run is about; null when there are none. */
export const askedOf = (
  order: Order,
  reach: Reach | undefined,
  today: number,
  /** The first day that an earlier run was told. */
  askedFrom: number | undefined
): Days | null => {
  const to = order.to ?? today
  const told = order.from ?? (reach === undefined ? askedFrom : undefined)
  if (told !== undefined) return told <= to ? { from: told, to } : null
  if (reach === undefined) return null
  const { loaded, loadedFrom } = reach
  // A machine whose clock is behind does not believe that later days are over.
  const last = Math.min(loaded?.to ?? loadedFrom - 1, today - 1)
  const from = Math.max(Math.min(loaded?.from ?? loadedFrom, today), last + 1 - order.lookbackDays)
  return from <= to ? { from, to } : null
}
