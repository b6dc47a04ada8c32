/**
 * What stands where a chain's rows cross from one day to another, in all the ways that hold in the order of their times:
 * rows of one second, of an hour that the clock showed twice, and such that a clock's known jitter may have exchanged, in
 * any order; unconfirmed rows taken or left out.
 *
 * What the rows before a boundary lead to, from the beginning or the last break on, is held against what those behind it
 * begin with, up to the end or the next break. A row within the jitter of the boundary, or of an hour shown twice that the
 * boundary parts, may stand on either side of it: each choice is tried.
 */
import type { OpenReason } from "../../domain/Proof.ts"
import { type Groups, size } from "./bySecond.ts"
import { at, type Edges, unknown } from "./Edges.ts"
import type { Graph } from "./Graph.ts"
import { advance, begunAt, isTold, type Lead, leadOf, leadsOf, lost, reversed, type State, unbegun } from "./leads.ts"

/** Vertices that a chain begins with, stands at on a boundary, and ends with; `unknown` where it does not tell. */
export interface Crossing {
  readonly opening: number
  readonly balance: number
  readonly closing: number
}

/** All ways over a boundary, none where the rows do not meet there; or why that is left open. */
export type Crossings = ReadonlyArray<Crossing> | OpenReason

/** More ways to put a group's rows on two sides of a boundary are not tried. */
const mostChoices = 512

/** The edges that are looked at in all, for such choices. */
const mostSteps = 1_000_000

/** More ways over a boundary are not told. */
const mostCrossings = 64

/** What may be known between groups, by the number of groups before it. */
export interface Between {
  readonly before: (groups: number) => ReadonlyArray<State>
  readonly behind: (groups: number) => ReadonlyArray<State>
}

/** What a chain tells whose order is known: its edges stand in the order of the groups. */
export const alongPath = ({ head, tail }: Edges, { list, offsets }: Groups): Between => {
  const [opening, closing] = [at(tail, at(list, 0)), at(head, at(list, list.length - 1))]
  const stateAt = (groups: number): number => {
    const place = at(offsets, groups)
    return place === 0 ? opening : at(head, at(list, place - 1))
  }
  return {
    before: (groups) => [{ origin: opening, at: stateAt(groups) }],
    behind: (groups) => [{ origin: closing, at: stateAt(groups) }]
  }
}

/** What edges tell in any order within their groups, some of which may be left out or not meet at all. */
export const alongGroups = (graph: Graph, groups: Groups, isOptional: (edge: number) => boolean): Between => {
  const { closing, head, opening, tail } = graph.edges
  const count = size(groups)
  const [forth, back] = [new Passage(opening, count), new Passage(closing, count)]
  const leads = new Map<number, ReadonlyArray<Lead> | undefined>()
  for (let index = 0; index < count; index++) {
    const edge = at(groups.list, at(groups.offsets, index))
    const isPath = at(groups.offsets, index + 1) - at(groups.offsets, index) === 1 && at(tail, edge) !== at(head, edge)
    if (isPath && !isOptional(edge)) forth.passEdge(at(tail, edge), at(head, edge))
    else {
      const found = leadsOf(graph, groupAt(groups, index), isOptional)
      leads.set(index, found)
      forth.pass(found)
    }
  }
  for (let index = count - 1; index >= 0; index--) {
    const edge = at(groups.list, at(groups.offsets, index))
    if (leads.has(index)) back.pass(leads.get(index)?.map(reversed))
    else back.passEdge(at(head, edge), at(tail, edge))
  }
  return {
    before: (groupsBefore) => forth.statesBehind(groupsBefore),
    behind: (groupsBefore) => back.statesBehind(count - groupsBefore)
  }
}

/** What may be known behind each group of a chain: mostly there is one state, and then it is two numbers. */
class Passage {
  private readonly origins: Int32Array
  private readonly places: Int32Array
  private readonly several = new Map<number, ReadonlyArray<State>>()
  private passed = 0

  constructor(end: number, groups: number) {
    this.origins = new Int32Array(groups + 1)
    this.places = new Int32Array(groups + 1)
    this.keep([end === unknown ? unbegun : begunAt(end)])
  }

  /** Goes on behind a group that leads so; undefined where it leads in too many ways. */
  pass(leads: ReadonlyArray<Lead> | undefined): void {
    const before = this.statesBehind(this.passed++)
    const met = advance(before, leads ?? [])
    const anew = met.length > 0 ? met : advance([lost], leads ?? [])
    this.keep(anew.length > 0 ? anew : [lost])
  }

  /** The same of a single edge that leads from one balance to another. */
  passEdge(start: number, end: number): void {
    const [origin, place] = [at(this.origins, this.passed), at(this.places, this.passed)]
    if (this.several.has(this.passed)) return this.pass([{ start, end }])
    this.passed++
    this.origins[this.passed] = isTold(place) && place !== start ? lost.origin : place === unbegun.at ? start : origin
    this.places[this.passed] = end
  }

  statesBehind(groups: number): ReadonlyArray<State> {
    return this.several.get(groups) ?? [{ origin: at(this.origins, groups), at: at(this.places, groups) }]
  }

  private keep(states: ReadonlyArray<State>): void {
    const [only = lost] = states
    this.origins[this.passed] = only.origin
    this.places[this.passed] = only.at
    if (states.length !== 1) this.several.set(this.passed, states)
  }
}

const groupAt = ({ list, offsets }: Groups, index: number): Int32Array =>
  list.subarray(at(offsets, index), at(offsets, index + 1))

/** A chain's edges in groups of time, and what may be known between these. */
export interface Timeline {
  readonly graph: Graph
  readonly groups: Groups
  readonly between: Between
  readonly isOptional: (edge: number) => boolean
  /** By how many seconds each time may be wrong. */
  readonly jitter: number
}

/** Tells what stands on the boundaries of a timeline. */
export class Boundaries {
  private readonly timeline: Timeline
  private steps = 0

  constructor(timeline: Timeline) {
    this.timeline = timeline
  }

  /**
   * What stands at a second, the first of a day, that so many groups begin before; those that reach up to the jitter
   * around it are counted in.
   */
  at(second: number, groups: number): Crossings {
    const { between, groups: all } = this.timeline
    const last = groups === 0 ? new Int32Array(0) : groupAt(all, groups - 1)
    const free = this.freeAt(last, second)
    if (free.size === 0) return this.crossings([["rest", "rest"]], between.before(groups), between.behind(groups))
    const leads = this.choices(last, second, free)
    return leads === undefined
      ? "midnight"
      : this.crossings(leads, between.before(groups - 1), between.behind(groups))
  }

  /** The edges of a group that may stand on either side of a second. */
  private freeAt(group: Int32Array, second: number): ReadonlySet<number> {
    const { graph: { edges: { repeated, seconds } }, jitter } = this.timeline
    const secondOf = (edge: number): number => seconds[edge] as number
    const shownTwice = group.filter((edge) => repeated[edge] === 1)
    const isParted = shownTwice.some((edge) => secondOf(edge) < second) &&
      shownTwice.some((edge) => secondOf(edge) >= second)
    return new Set([
      ...(isParted ? shownTwice : []),
      ...group.filter((edge) => secondOf(edge) - jitter < second && secondOf(edge) + jitter >= second)
    ])
  }

  /** How a group leads up to a second and on from there, for each way to put its edges on the two sides. */
  private choices(
    group: Int32Array,
    second: number,
    free: ReadonlySet<number>
  ): ReadonlyArray<readonly [Lead, Lead]> | undefined {
    const { graph, isOptional } = this.timeline
    const sidesOf = Array.from(group, (edge): ReadonlyArray<Side> => [
      ...(free.has(edge) ? sides : [this.sideOf(edge, second)]),
      ...(isOptional(edge) ? ["out" as const] : [])
    ])
    const count = sidesOf.reduce((product, own) => product * own.length, 1)
    if (count > mostChoices || this.steps + count * group.length > mostSteps) return undefined
    this.steps += count * group.length
    const parts = { before: new Int32Array(group.length), behind: new Int32Array(group.length) }
    const leads: Array<readonly [Lead, Lead]> = []
    for (let choice = 0; choice < count; choice++) {
      let [rest, before, behind] = [choice, 0, 0]
      for (const [place, own] of sidesOf.entries()) {
        const side = own[rest % own.length]
        rest = Math.floor(rest / own.length)
        if (side === "before") parts.before[before++] = at(group, place)
        else if (side === "behind") parts.behind[behind++] = at(group, place)
      }
      const first = leadOf(graph, parts.before.subarray(0, before))
      const second = first && leadOf(graph, parts.behind.subarray(0, behind))
      if (first !== undefined && second !== undefined) leads.push([first, second])
    }
    return leads
  }

  private sideOf(edge: number, second: number): Side {
    return (this.timeline.graph.edges.seconds[edge] as number) < second ? "before" : "behind"
  }

  private crossings(
    leads: ReadonlyArray<readonly [Lead, Lead]>,
    before: ReadonlyArray<State>,
    behind: ReadonlyArray<State>
  ): Crossings {
    const found = new Map<string, Crossing>()
    let isOneSided = false
    for (const [first, second] of leads) {
      for (const here of advance(before, [first])) {
        for (const there of advance([here], [second])) {
          for (const next of behind) {
            if (isTold(there.at) && isTold(next.at) && there.at !== next.at) continue
            const crossing = crossingOf(here, there, next)
            if (crossing === undefined) return this.whyOpen()
            isOneSided ||= here.at === lost.at || next.at === lost.at
            found.set(`${crossing.opening} ${crossing.balance} ${crossing.closing}`, crossing)
            if (found.size > mostCrossings) return this.whyOpen()
          }
        }
      }
    }
    const all = [...found.values()]
    return isOneSided && new Set(all.map(({ balance }) => balance)).size > 1 ? this.whyOpen() : all
  }

  private whyOpen(): OpenReason {
    const { graph, groups, isOptional } = this.timeline
    return graph.edges.unconfirmed.includes(1) && groups.list.some(isOptional) ? "unconfirmed" : "order"
  }
}

const sides = ["before", "behind"] as const
type Side = (typeof sides)[number] | "out"

/** The way over a boundary that three states make: at it, behind its group, and from there up to the end. */
const crossingOf = (here: State, there: State, next: State): Crossing | undefined => {
  if (!isTold(there.at) && !isTold(next.at)) {
    const isRest = there.at === unbegun.at && next.at === unbegun.at
    return isRest ? { opening: unknown, balance: unknown, closing: unknown } : undefined
  }
  const passed = isTold(there.at) ? there.at : next.at
  const opening = isTold(there.origin) ? there.origin : there.at === unbegun.at ? passed : unknown
  const closing = isTold(next.origin) ? next.origin : next.at === unbegun.at ? passed : unknown
  if (isTold(here.at)) return { opening, balance: here.at, closing }
  if (here.at === unbegun.at) return isTold(opening) ? { opening, balance: opening, closing } : undefined
  return here === there ? { opening, balance: passed, closing } : undefined
}
