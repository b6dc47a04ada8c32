/**
 * Which edges stand at the same place in every path through the same edges from the same start: these, and no others.
 *
 * Any two such paths differ by exchanges of two pieces that lead from one vertex u to one vertex v, u = v included
 * (Pevzner's theorem on Eulerian paths). Let a path visit vertex w at the times first(w) .. last(w); the edge at place
 * p leads from time p to time p + 1. Working out when no chain of exchanges can move the edge at p gives:
 *
 * - a vertex visited three times or more frees all between its first and its last visit;
 * - spans of two vertices that overlap without one lying inside the other (a .. b .. a .. b) allow an exchange: it
 *   frees a .. b and a .. b, and all between them too unless both pieces are of one length.
 *
 * Spans that overlap so, directly or through others, make one cluster. A cluster of vertices visited twice with spans
 * of one length frees first .. last of its beginnings and of its ends; any other cluster frees all it covers. The
 * clusters come out of one sweep with a stack, so all is linear.
 */
import { at, type Edges } from "./Edges.ts"

/** A set of overlapping spans while the sweep passes over it. */
interface Cluster {
  readonly begins: number
  lastBegin: number
  firstEnd: number
  open: number
  /** The length common to all its spans; undefined as soon as they differ or a vertex is visited three times. */
  span: number | undefined
}

/** The working memory for `mark`, for one caller at a time. */
export class CertainPlaces {
  private readonly edges: Edges
  private readonly firstVisit: Int32Array
  private readonly lastVisit: Int32Array
  private readonly visits: Int32Array
  private readonly change: Int32Array

  constructor(edges: Edges) {
    this.edges = edges
    this.firstVisit = new Int32Array(edges.vertices)
    this.lastVisit = new Int32Array(edges.vertices)
    this.visits = new Int32Array(edges.vertices)
    this.change = new Int32Array(edges.count + 1)
  }

  /** Sets `places[edge]` to the edge's place for each edge of the path `path[from..to)` whose place is certain. */
  mark(path: Int32Array, from: number, to: number, places: Int32Array): void {
    if (to - from > 1) this.sweep(path, from, to)
    let free = 0
    for (let place = from; place < to; place++) {
      free += at(this.change, place - from)
      this.change[place - from] = 0
      if (free === 0) places[at(path, place)] = place
    }
    this.change[to - from] = 0
  }

  private visit(vertex: number, time: number): void {
    if (at(this.visits, vertex) === 0) this.firstVisit[vertex] = time
    this.lastVisit[vertex] = time
    this.visits[vertex] = at(this.visits, vertex) + 1
  }

  private sweep(path: Int32Array, from: number, to: number): void {
    const { edges, visits } = this
    const start = at(edges.tail, at(path, from))
    this.visit(start, 0)
    for (let place = from; place < to; place++) this.visit(at(edges.head, at(path, place)), place - from + 1)
    const clusters: Array<Cluster> = []
    this.pass(clusters, start, 0)
    for (let place = from; place < to; place++) this.pass(clusters, at(edges.head, at(path, place)), place - from + 1)
    visits[start] = 0
    for (let place = from; place < to; place++) visits[at(edges.head, at(path, place))] = 0
  }

  private pass(clusters: Array<Cluster>, vertex: number, time: number): void {
    const first = at(this.firstVisit, vertex)
    const last = at(this.lastVisit, vertex)
    if (first === last) return
    if (time === first) {
      const span = at(this.visits, vertex) === 2 ? last - first : undefined
      clusters.push({ begins: first, lastBegin: first, firstEnd: Infinity, open: 1, span })
    } else if (time === last) this.close(clusters, first, last)
  }

  private close(clusters: Array<Cluster>, begin: number, end: number): void {
    let cluster = clusters.pop()
    while (cluster !== undefined && cluster.begins > begin) {
      const below = clusters.pop()
      if (below !== undefined) merge(below, cluster)
      cluster = below
    }
    if (cluster === undefined) return
    cluster.firstEnd = Math.min(cluster.firstEnd, end)
    cluster.open--
    if (cluster.open > 0) clusters.push(cluster)
    else this.release(cluster, end)
  }

  private release(cluster: Cluster, end: number): void {
    if (cluster.span === undefined) this.free(cluster.begins, end)
    else {
      this.free(cluster.begins, cluster.lastBegin)
      this.free(cluster.firstEnd, end)
    }
  }

  private free(from: number, to: number): void {
    this.change[from] = at(this.change, from) + 1
    this.change[to] = at(this.change, to) - 1
  }
}

const merge = (below: Cluster, above: Cluster): void => {
  below.lastBegin = above.lastBegin
  below.firstEnd = Math.min(below.firstEnd, above.firstEnd)
  below.open += above.open
  below.span = below.span === above.span ? below.span : undefined
}
