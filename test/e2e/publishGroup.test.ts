// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Copies for readers whose group the job is no member of: it may give that group to nothing itself, the folder around them does.
 */
import { assert, describe, it } from "@effect/vitest"
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileOnce } from "./fileOnce.ts"
import { asNobody, canBeOthers, ended, nobody, withCopiedProgram } from "./otherUser.ts"
import type { Ended, Environment } from "./program.ts"

/** The readers' group. */
const readersGroup = 61_358

interface Place {
  /** A folder of the job's and of the readers' group, with other permissions than 2750 where a test gives it some. */
  readonly readers: string
  readonly publish: (target: string, env?: Environment) => Promise<Ended>
}

const demoOnce = fileOnce()

/** A folder for the readers' copies and a database beside it, both of a user who is in no group but its own. */
const withReaders = (mode: number, use: (place: Place) => Promise<void>): Promise<void> =>
  withCopiedProgram(async ({ place, words }) => {
    const [own, readers] = [join(place, "own"), join(place, "readers")]
    for (const folder of [own, readers]) mkdirSync(folder)
    chownSync(own, nobody, nobody)
    chownSync(readers, nobody, readersGroup)
    chmodSync(readers, mode)
    const job = (args: ReadonlyArray<string>, env: Environment = {}) => asNobody([...words, ...args], { cwd: own, env })
    const db = join(own, "a.duckdb")
    await demoOnce(db, async () => {
      const made = await job(["demo", "--db", "a.duckdb"])
      assert.strictEqual(made.code, 0, made.stderr)
    })
    chownSync(db, nobody, nobody)
    await use({ readers, publish: (target, env) => job(["publish", "--db", "a.duckdb", target], env) })
  })

/** Group and permissions of all that is in a folder, each once: of folders and of files. */
const rightsIn = (folder: string) => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const rights = (isFolder: boolean) =>
    new Set(
      entries.filter((entry) => entry.isDirectory() === isFolder).map(({ name, parentPath }) => {
        const { gid, mode } = statSync(join(parentPath, name))
        return `${gid} ${(mode & 0o7777).toString(8)}`
      })
    )
  return { folders: [...rights(true)], files: [...rights(false)] }
}

describe.skipIf(!canBeOthers)("a copy for a group that the job is not in", { timeout: 240_000 }, () => {
  it("gets that group of the folder around it, which passes it on", () =>
    withReaders(0o2750, async ({ publish, readers }) => {
      for (const target of [`${readers}/pq/`, `${readers}/w.duckdb`]) {
        const { code, stderr } = await publish(target)
        assert.deepStrictEqual([code, stderr], [0, ""], target)
      }
      const right = { folders: [`${readersGroup} 2750`], files: [`${readersGroup} 640`] }
      assert.deepStrictEqual(rightsIn(readers), right)
      const [wallet = ""] = readdirSync(join(readers, "pq/transactions"))
      rmSync(join(readers, "pq/transactions", wallet), { recursive: true })
      const again = await publish(`${readers}/pq/`)
      assert.deepStrictEqual([again.code, again.stderr], [0, ""])
      assert.include(again.stdout, "published, as of")
      assert.include(readdirSync(join(readers, "pq/transactions")), wallet)
      assert.deepStrictEqual(rightsIn(readers), right)
      const others = await publish(`${readers}/pq/`, { WALLET_STATEMENT_PUBLISH_MODE: "0600" })
      assert.deepStrictEqual([others.code, others.stderr], [0, ""])
      assert.include(others.stdout, "holds the same already")
      const { files, folders } = rightsIn(join(readers, "pq"))
      assert.deepStrictEqual([files, folders.map((each) => each.slice(-3))], [[`${readersGroup} 600`], ["700"]])
      // The system took the bit from the folders when their permissions were changed, since the job is not in the group.
      rmSync(join(readers, "pq/transactions", wallet), { recursive: true })
      const everybody = await publish(`${readers}/pq/`, { WALLET_STATEMENT_PUBLISH_MODE: "0644" })
      assert.deepStrictEqual([everybody.code, everybody.stderr], [0, ""])
      const refused = await publish(`${readers}/pq/`)
      assert.strictEqual(refused.code, 1)
      const closed = rightsIn(join(readers, "pq"))
      assert.deepStrictEqual([...closed.files, ...closed.folders].filter((each) => !each.endsWith("0")), [])
      const [, remedy = ""] = /have root run `([^`]+)`/.exec(refused.stderr) ?? []
      assert.strictEqual((await ended("sh", ["-c", remedy])).code, 0, refused.stderr)
      const mended = await publish(`${readers}/pq/`)
      assert.deepStrictEqual([mended.code, mended.stderr], [0, ""])
      assert.deepStrictEqual(rightsIn(readers), right)
    }))

  it("leaves a folder of another user as it is, and gives what is in it the group and permissions", () =>
    withReaders(0o2750, async ({ publish, readers }) => {
      const pq = join(readers, "pq")
      mkdirSync(pq)
      chownSync(pq, 0, readersGroup)
      chmodSync(pq, 0o2777)
      const { code, stderr } = await publish(`${pq}/`)
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.strictEqual((statSync(pq).mode & 0o7777).toString(8), "2777")
      assert.deepStrictEqual(rightsIn(pq), { folders: [`${readersGroup} 2750`], files: [`${readersGroup} 640`] })
    }))

  it("leaves nothing half-made where the folder does not pass it on, and says what would help, which does", () =>
    withReaders(0o750, async ({ publish, readers }) => {
      for (const target of [`${readers}/pq/`, `${readers}/w.duckdb`]) {
        const { code, stderr } = await publish(target)
        assert.strictEqual(code, 1, target)
        assert.include(stderr, "may not give it the group of its folder")
        assert.include(stderr, `chmod g+s ${readers}\``)
        assert.deepStrictEqual(readdirSync(readers), [])
      }
      mkdirSync(join(readers, "pq"))
      chownSync(join(readers, "pq"), nobody, readersGroup)
      const within = await publish(`${readers}/pq/`)
      assert.strictEqual(within.code, 1)
      assert.include(within.stderr, `find ${readers}/pq -type d -exec chmod g+s {} +\``)
      assert.deepStrictEqual(readdirSync(join(readers, "pq")), [])
      const everybody = await publish(`${readers}/pq/`, { WALLET_STATEMENT_PUBLISH_MODE: "0644" })
      assert.deepStrictEqual([everybody.code, everybody.stderr], [0, ""])
      rmSync(join(readers, "pq"), { recursive: true })
      chmodSync(readers, 0o2750)
      const passedOn = await publish(`${readers}/pq/`)
      assert.deepStrictEqual([passedOn.code, passedOn.stderr], [0, ""])
    }))
})
