/**
 * The typed pipeline: a source, stages, a target. Whole windows travel through it rather than rows, for speed;
 * functions on rows are lifted over windows. The types say which services a pipeline still needs and how it can fail,
 * and stages that do not fit are refused by the compiler.
 *
 *     Pipeline.from(source).pipe(
 *       Pipeline.via(stage),
 *       Pipeline.into(target),
 *       Pipeline.run
 *     )
 */
import { Effect, Pipeable, Stream } from "effect"
import * as Rows from "../domain/Rows.ts"
import type { Transaction } from "../domain/Transaction.ts"

/** A pipeline that yields `A`, may fail with `E` and needs the services `R`. */
export interface Pipeline<out A, out E = never, out R = never> extends Pipeable.Pipeable {
  readonly elements: Stream.Stream<A, E, R>
}

/** A step of a pipeline: from a stream of `A` to a stream of `B`, adding its own errors and services. */
export type Stage<in A, out B, out E = never, out R = never> = <E0, R0>(
  input: Stream.Stream<A, E0, R0>
) => Stream.Stream<B, E0 | E, R0 | R>

/** The end of a pipeline: takes one element and says what came of it. */
export type Target<in A, out B, out E = never, out R = never> = (element: A) => Effect.Effect<B, E, R>

/** Anything that carries rows, such as a window. */
export interface WithRows {
  readonly rows: Rows.Rows
}

/** A pipeline that yields what a stream yields. */
export const from = <A, E, R>(source: Stream.Stream<A, E, R>): Pipeline<A, E, R> =>
  Object.assign(Object.create(Pipeable.Prototype), { elements: source })

/** Adds a stage. */
export const via =
  <A, B, E, R>(stage: Stage<A, B, E, R>) => <E0, R0>(self: Pipeline<A, E0, R0>): Pipeline<B, E0 | E, R0 | R> =>
    from(stage(self.elements))

/**
 * Adds a target; the pipeline then yields what the target says of each element. Elements are given to it in their order,
 * one at a time, or up to `inFlight` of them before the first is done.
 */
export const into =
  <A, B, E, R>(target: Target<A, B, E, R>, inFlight = 1) =>
  <E0, R0>(self: Pipeline<A, E0, R0>): Pipeline<B, E0 | E, R0 | R> =>
    from(Stream.mapEffect(self.elements, target, { concurrency: inFlight }))

/** Runs a pipeline to its end and gives everything it yielded. */
export const run = <A, E, R>(self: Pipeline<A, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Stream.runCollect(self.elements)

/** Runs a pipeline to its end and keeps nothing of what it yielded. */
export const drain = <A, E, R>(self: Pipeline<A, E, R>): Effect.Effect<void, E, R> => Stream.runDrain(self.elements)

/** A stage that lets the stages before it run ahead by some elements while those behind it are busy. */
export const ahead = <A>(elements: number): Stage<A, A> => (input) => Stream.buffer(input, { capacity: elements })

/** A stage that makes one element of another. */
export const map = <A, B>(f: (element: A) => B): Stage<A, B> => (input) => Stream.map(input, f)

/** A stage that looks at each element in passing. */
export const tap = <A, E, R>(f: (element: A) => Effect.Effect<unknown, E, R>): Stage<A, A, E, R> => (input) =>
  Stream.tap(input, f)

/** A stage that keeps some elements. */
export const filter = <A>(keep: (element: A) => boolean): Stage<A, A> => (input) => Stream.filter(input, keep)

/** A stage that makes each row another, for instance to enrich it; the rows' number and order stay. */
export const mapRows = <A extends WithRows>(f: (row: Transaction) => Transaction): Stage<A, A> => (input) =>
  Stream.map(input, (element) => ({ ...element, rows: Rows.map(element.rows, f) }))

/** A target that gives each element to two targets at the same time and says what came of both. */
export const both = <A, B1, E1, R1, B2, E2, R2>(
  first: Target<A, B1, E1, R1>,
  second: Target<A, B2, E2, R2>
): Target<A, readonly [B1, B2], E1 | E2, R1 | R2> =>
(element) => Effect.all([first(element), second(element)], { concurrency: 2 })
