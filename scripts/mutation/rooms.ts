/**
 * The rooms whose code is changed, and the tests that are asked about each change: quick ones, that know the room closely.
 */
export interface Room {
  /** Globs of the files that are changed. */
  readonly changed: ReadonlyArray<string>
  /** Globs of tests, those that are asked first in front. */
  readonly tests: ReadonlyArray<string>
}

const ownRoom = (name: string): Room => ({ changed: [`src/${name}/**/*.ts`], tests: [`test/${name}/**/*.test.ts`] })

/** Each room by its name. */
export const rooms: Readonly<Record<string, Room>> = {
  domain: {
    changed: ["src/domain/Money.ts", "src/domain/ServiceTime.ts"],
    tests: ["test/domain/Money.test.ts", "test/domain/ServiceTime.test.ts"]
  },
  normalise: ownRoom("normalise"),
  plan: ownRoom("plan"),
  auth: ownRoom("auth"),
  signer: ownRoom("signer"),
  statement: { ...ownRoom("statement"), tests: ["test/statement/!(hostile).test.ts"] },
  continuity: {
    ...ownRoom("continuity"),
    // What a wallet's chain comes to is known by runs over several nights, too.
    tests: ["test/continuity/**/*.test.ts", "test/pipeline/**/*.test.ts"]
  },
  sink: {
    changed: ["src/sink/plan/**/*.ts", "src/sink/store/**/*.ts"],
    tests: ["test/sink/{plan,store,audit}/**/*.test.ts", "test/sink/memory.test.ts"]
  },
  json: { ...ownRoom("json"), tests: ["test/{json,normalise}/**/*.test.ts"] },
  audit: {
    changed: ["src/sink/audit/**/*.ts"],
    tests: ["test/sink/{audit,plan,store}/**/*.test.ts", "test/sink/memory.test.ts"]
  },
  memory: {
    changed: ["src/sink/memory/**/*.ts"],
    tests: ["test/sink/memory.test.ts", "test/sink/{plan,store}/**/*.test.ts"]
  },
  transport: ownRoom("transport")
}
