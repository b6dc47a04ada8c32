/**
 * Walks over a choice of edges: whether they are one path, and a path through all of them.
 *
 * The working memory is allotted once and used again for each choice, so that a million choices of one edge cost no
 * more than one choice of a million. Hence an instance serves one caller at a time.
 */
import { at, type Edges, unknown } from "./Edges.ts"

/** What the degrees of a choice of edges tell. */
export interface Shape {
  /** How many pieces hang together. */
  readonly parts: number
  /** How many paths the edges need at least, when they hang together: 0 for a closed circuit. */
  readonly paths: number
  /** Where the path begins, when `paths` is 1. */
  readonly start: number
  /** Where the path ends, when `paths` is 1. */
  readonly end: number
}

/** One piece, and one path or circuit through it. */
export const isWalkable = (shape: Shape): boolean => shape.parts === 1 && shape.paths <= 1

export class Graph {
  readonly edges: Edges
  tail: Int32Array
  head: Int32Array
  private count: number
  private next: Int32Array
  private stack: Int32Array
  private readonly first: Int32Array
  private readonly surplus: Int32Array
  private readonly parent: Int32Array
  private readonly seen: Int32Array
  private round = 0
  /** How many pieces hang together, of the edges measured last and the vertices asked for since. */
  parts = 0

  constructor(edges: Edges) {
    this.edges = edges
    this.tail = edges.tail
    this.head = edges.head
    this.count = edges.count
    this.next = new Int32Array(edges.count)
    this.stack = new Int32Array(edges.count)
    this.first = new Int32Array(edges.vertices)
    this.surplus = new Int32Array(edges.vertices)
    this.parent = new Int32Array(edges.vertices)
    this.seen = new Int32Array(edges.vertices)
  }

  /** Measures the edges `list[from..to)`; `has` and `find` answer for them until the next call. */
  shape(list: Int32Array, from: number, to: number): Shape {
    const { tail, head, surplus } = this
    this.round++
    this.parts = 0
    for (let index = from; index < to; index++) {
      const edge = at(list, index)
      const left = at(tail, edge)
      const right = at(head, edge)
      this.join(left, right)
      surplus[left] = at(surplus, left) + 1
      surplus[right] = at(surplus, right) - 1
    }
    let paths = 0
    let start = unknown
    let end = unknown
    for (let index = from; index < to; index++) {
      const edge = at(list, index)
      const left = at(tail, edge)
      const right = at(head, edge)
      if (at(surplus, left) > 0) {
        start = left
        paths += at(surplus, left)
        surplus[left] = 0
      }
      if (at(surplus, right) < 0) end = right
    }
    return { parts: this.parts, paths, start, end }
  }

  /** Whether an edge measured last touches a vertex. */
  has(vertex: number): boolean {
    return at(this.seen, vertex) === this.round
  }

  /** Makes two vertices hang together, beside what was measured last. */
  join(left: number, right: number): void {
    const leftRoot = this.find(left)
    const rightRoot = this.find(right)
    if (leftRoot === rightRoot) return
    this.parent[leftRoot] = rightRoot
    this.parts--
  }

  /** The same vertex for all that hang together; a vertex not met before is a piece of its own. */
  find(vertex: number): number {
    const { parent } = this
    if (at(this.seen, vertex) !== this.round) {
      this.seen[vertex] = this.round
      this.surplus[vertex] = 0
      parent[vertex] = vertex
      this.parts++
      return vertex
    }
    let root = vertex
    while (at(parent, root) !== root) {
      const above = at(parent, at(parent, root))
      parent[root] = above
      root = above
    }
    return root
  }

  /**
   * Writes a path from `start` over all the edges `list[from..to)` to `out[from..to)` and returns the vertex where it
   * ends, or `unknown` when there is none; `out` is then of no use.
   */
  walk(list: Int32Array, from: number, to: number, start: number, out: Int32Array): number {
    const { first, head, next, stack, tail } = this
    if (to - from === 1) {
      const edge = at(list, from)
      out[from] = edge
      return at(tail, edge) === start ? at(head, edge) : unknown
    }
    first[start] = unknown
    for (let index = from; index < to; index++) {
      first[at(tail, at(list, index))] = unknown
      first[at(head, at(list, index))] = unknown
    }
    for (let index = to - 1; index >= from; index--) {
      const edge = at(list, index)
      next[edge] = at(first, at(tail, edge))
      first[at(tail, edge)] = edge
    }
    let depth = 0
    let place = to
    let vertex = start
    for (;;) {
      const edge = at(first, vertex)
      if (edge >= 0) {
        first[vertex] = at(next, edge)
        stack[depth++] = edge
        vertex = at(head, edge)
      } else if (depth > 0) {
        const taken = at(stack, --depth)
        out[--place] = taken
        vertex = at(tail, taken)
      } else break
    }
    return place === from ? this.endOf(out, from, to, start) : unknown
  }

  private endOf(path: Int32Array, from: number, to: number, start: number): number {
    let vertex = start
    for (let index = from; index < to; index++) {
      const edge = at(path, index)
      if (at(this.tail, edge) !== vertex) return unknown
      vertex = at(this.head, edge)
    }
    return vertex
  }

  /** Adds an edge that no row stands for; its number is `edges.count` or more. */
  addJump(tail: number, head: number): number {
    if (this.count === this.tail.length) this.grow()
    this.tail[this.count] = tail
    this.head[this.count] = head
    return this.count++
  }

  /** Forgets all the edges that no row stands for. */
  dropJumps(): void {
    this.count = this.edges.count
  }

  private grow(): void {
    const larger = (array: Int32Array): Int32Array => {
      const copy = new Int32Array(2 * this.count + 2)
      copy.set(array)
      return copy
    }
    this.tail = larger(this.tail)
    this.head = larger(this.head)
    this.next = larger(this.next)
    this.stack = larger(this.stack)
  }
}
