/**
 * How many rows of a chain have their place by the balances alone, whatever their times say: nearly all of them where balances
 * hardly ever come again, and few where a wallet goes up and down between some of them or is swept.
 */
import { CertainPlaces } from "./certainPlaces.ts"
import { at, type Edges, unknown, upTo } from "./Edges.ts"
import { Graph } from "./Graph.ts"
import { repair } from "./repair.ts"

/** Of so many rows one may have several places. */
const oneIn = 10

/** Whether balances alone leave nearly all rows one place, gaps between them or not. */
export const areMostlyCertain = (edges: Edges): boolean => (edges.count - countCertain(edges)) * oneIn <= edges.count

const countCertain = (edges: Edges): number => {
  const graph = new Graph(edges)
  const path = new Int32Array(edges.count)
  repair(graph, upTo(edges.count), 0, edges.count, unknown, unknown, path)
  const { sequence, whole } = withJumps(edges, path)
  const places = new Int32Array(whole.count).fill(unknown)
  new CertainPlaces(whole).mark(sequence, 0, sequence.length, places)
  return places.subarray(0, edges.count).reduce((count, place) => count + (place === unknown ? 0 : 1), 0)
}

/** A path over all edges: where one does not begin with what stood before it, an edge that no row stands for leads there. */
const withJumps = (edges: Edges, path: Int32Array) => {
  const [sequence, tail, head]: [Array<number>, Array<number>, Array<number>] = [[], [...edges.tail], [...edges.head]]
  let balance = unknown
  for (const edge of path) {
    const start = at(edges.tail, edge)
    if (balance !== unknown && start !== balance) {
      sequence.push(tail.length)
      tail.push(balance)
      head.push(start)
    }
    sequence.push(edge)
    balance = at(edges.head, edge)
  }
  const whole: Edges = { ...edges, count: tail.length, tail: Int32Array.from(tail), head: Int32Array.from(head) }
  return { sequence: Int32Array.from(sequence), whole }
}
