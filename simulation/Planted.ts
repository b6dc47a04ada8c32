/**
 * Bugs put in on purpose, between the parts of the program, to see that a simulation would find them.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { StatementWindow } from "../src/domain/Window.ts"
import type { OpenDatabase } from "../src/sink/duckdb/file/DatabaseFile.ts"
import { inFlightOf, takingSeveral } from "../src/sink/inFlight.ts"
import type { Sink } from "../src/sink/Sink.ts"
import type { Statement } from "../src/statement/Statement.ts"
import type { Scenario } from "./Scenario.ts"

/** A bug; each part that is given takes the place of the one that it is made of. */
export interface Planted {
  readonly name: string
  /** Whether it shows in a DuckDB or in tables in memory. */
  readonly duckDb: boolean
  /** The sink as the program sees it. */
  readonly sink?: (sink: Sink["Service"]) => Sink["Service"]
  /** The sink that really writes. */
  readonly store?: (sink: Sink["Service"]) => Sink["Service"]
  readonly statement?: (statement: Statement["Service"]) => Statement["Service"]
  readonly database?: (database: OpenDatabase) => OpenDatabase
  /** What the complaint has to be like. */
  readonly complains?: RegExp
  /** The worlds in which it can show; all when left out. */
  readonly in?: (scenario: Scenario) => boolean
  /** So many seeds from 1 on are enough to find it. */
  readonly within: number
  /** The first of them that did when it was tried last, which is tried before the others; 1 when left out. */
  readonly shownBy?: number
}

/** A sink that commits other windows than it is given. */
export const committing =
  (alter: (window: StatementWindow) => StatementWindow) => (sink: Sink["Service"]): Sink["Service"] =>
    takingSeveral({ ...sink, commit: (window) => sink.commit(alter(window)) }, inFlightOf(sink))

/** A database that runs other statements than it is told. */
export const running = (
  run: (sql: string, go: (sql: string) => ReturnType<DuckDBConnection["run"]>) => ReturnType<DuckDBConnection["run"]>
) =>
(database: OpenDatabase): OpenDatabase => ({
  ...database,
  connect: Effect.map(database.connect, (connection) =>
    new Proxy(connection, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== "function") return member
        return (...values: ReadonlyArray<unknown>): unknown => {
          const [sql, ...bound] = values
          return name === "run" && typeof sql === "string" && bound.every((value) => value === undefined)
            ? run(sql, (text) => target.run(text))
            : Reflect.apply(member, target, values)
        }
      }
    }))
})

/** A database in which something more is done with every commit. */
export const alsoCommitting = (name: string, statement: string, within: number): Planted => ({
  name,
  duckDb: true,
  database: running((sql, go) =>
    go(sql.endsWith("COMMIT") ? sql.replace(/COMMIT$/, () => `${statement};\nCOMMIT`) : sql)
  ),
  within
})
