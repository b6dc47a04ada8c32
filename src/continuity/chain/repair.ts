/**
 * A path through edges that are no one path: with as few jumps as their degrees ask for.
 */
import { at, unknown } from "./Edges.ts"
import type { Graph } from "./Graph.ts"

/**
 * Writes the edges `list[from..to)` to `out[from..to)` in an order that begins at `start` and aims to end at `end`,
 * each of which may be unknown. Where an edge does not begin where the one before it ended, there is a jump; a piece
 * that hangs together with nothing else costs two.
 */
export const repair = (
  graph: Graph,
  list: Int32Array,
  from: number,
  to: number,
  start: number,
  end: number,
  out: Int32Array
): void => {
  const loose = looseEnds(graph, list, from, to, start, end)
  const begin = start !== unknown ? start : loose.starts.shift() ?? at(graph.tail, at(list, from))
  if (end === unknown) loose.ends.pop()
  const jumps = loose.ends.map((tail, index) => graph.addJump(tail, loose.starts[index] ?? begin))
  const whole = Int32Array.from([...list.subarray(from, to), ...jumps])
  graph.shape(whole, 0, whole.length)
  const bridges: Array<number> = []
  for (const edge of whole) {
    const vertex = at(graph.tail, edge)
    if (graph.find(vertex) === graph.find(begin)) continue
    graph.join(vertex, begin)
    bridges.push(graph.addJump(begin, vertex), graph.addJump(vertex, begin))
  }
  const all = Int32Array.from([...whole, ...bridges])
  const path = new Int32Array(all.length)
  graph.walk(all, 0, all.length, begin, path)
  graph.dropJumps()
  let place = from
  for (const edge of path) if (edge < graph.edges.count) out[place++] = edge
}

/** The vertices, as often as it takes, where a path must begin or end beside `start` and `end`. */
const looseEnds = (graph: Graph, list: Int32Array, from: number, to: number, start: number, end: number) => {
  const surplus = new Map<number, number>()
  const add = (vertex: number, count: number) => surplus.set(vertex, (surplus.get(vertex) ?? 0) + count)
  for (let index = from; index < to; index++) {
    add(at(graph.tail, at(list, index)), 1)
    add(at(graph.head, at(list, index)), -1)
  }
  if (start !== unknown) add(start, -1)
  if (end !== unknown) add(end, 1)
  const starts: Array<number> = []
  const ends: Array<number> = []
  for (const [vertex, count] of surplus) {
    for (let more = count; more > 0; more--) starts.push(vertex)
    for (let more = count; more < 0; more++) ends.push(vertex)
  }
  return { starts, ends }
}
