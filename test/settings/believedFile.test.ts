import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { readBelievedFile, readSecretFile, thisUser, type User } from "../../src/settings/believedFile.ts"
import { openFiles } from "../signer/keyMaterial.ts"

const folder = mkdtempSync(join(tmpdir(), "wallet-statement-believed-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const self = thisUser()
const isRoot = self?.uid === 0
const someone = 12_345
const group = 777
/** A service under a user of its own, in a group that its volumes are given to. */
const service: User = { uid: someone, groups: [someone, group] }
let count = 0

/** A folder of its own for a case. */
const place = (mode = 0o700): string => {
  const made = join(folder, String(++count))
  mkdirSync(made)
  chmodSync(made, mode)
  return made
}

interface Made {
  readonly mode?: number
  readonly uid?: number
  readonly gid?: number
}

const file = (path: string, { gid, mode = 0o600, uid }: Made = {}): string => {
  writeFileSync(path, "content")
  if (uid !== undefined || gid !== undefined) chownSync(path, uid ?? 0, gid ?? 0)
  chmodSync(path, mode)
  return path
}

const link = (target: string, path: string, uid?: number): string => {
  symlinkSync(target, path)
  if (uid !== undefined) lchownSync(path, uid, uid)
  return path
}

const assertRead = Effect.fnUntraced(function*(path: string, user: User | null = self) {
  const { bytes } = yield* readBelievedFile(path, undefined, user)
  assert.strictEqual(Buffer.from(bytes).toString(), "content")
})

const assertSecretRead = Effect.fnUntraced(function*(path: string, user: User | null = self) {
  assert.strictEqual(Buffer.from(yield* readSecretFile(path, user)).toString(), "content")
})

const refusalOf = (path: string, user: User | null = self) => Effect.flip(readBelievedFile(path, undefined, user))
const secretRefusalOf = (path: string, user: User | null = self) => Effect.flip(readSecretFile(path, user))

describe.skipIf(self === null)("a file of this user's", () => {
  it.effect("is believed when nobody else can write it, and may be public", () =>
    Effect.gen(function*() {
      for (const mode of [0o600, 0o400, 0o644, 0o444, 0o640, 0o755]) {
        yield* assertRead(file(join(place(), "f"), { mode }))
      }
    }))

  it.effect.each([0o666, 0o620, 0o602, 0o664, 0o777])(
    "is not believed when others can write it: %o",
    (mode) =>
      Effect.gen(function*() {
        const path = file(join(place(), "a file"), { mode })
        const { kind, problem } = yield* refusalOf(path)
        assert.strictEqual(kind, "untrusted")
        assert.include(problem, `has mode 0${mode.toString(8)}: others than its owner can write it`)
        assert.include(problem, `chmod go-w '${path}'`)
        execFileSync("/bin/sh", ["-c", problem.slice(problem.indexOf("chmod"))])
        yield* assertRead(path)
      })
  )

  it.effect.each([0o644, 0o604, 0o640, 0o660, 0o601, 0o666])(
    "holds no secret that others can get at: %o",
    (mode) =>
      Effect.gen(function*() {
        const path = file(join(place(), "f"), { mode })
        const { kind, problem } = yield* secretRefusalOf(path)
        assert.strictEqual(kind, "exposed")
        execFileSync("/bin/sh", ["-c", problem.slice(problem.indexOf("chmod"))])
        yield* assertSecretRead(path)
        if ((mode & 0o022) === 0) {
          assert.strictEqual((yield* readBelievedFile(file(path, { mode }))).exposed?.kind, "exposed")
        }
      })
  )

  it.effect("is believed through links in folders that only its owner can write, and not through others", () =>
    Effect.gen(function*() {
      const mine = place()
      const target = file(join(mine, "f"))
      yield* assertSecretRead(link("f", join(mine, "relative")))
      yield* assertSecretRead(link(target, join(place(), "absolute")))
      yield* assertSecretRead(link("relative", join(mine, "twice")))
      yield* assertSecretRead(`${link(mine, join(place(), "folder"))}/../${basename(mine)}/f`)
      for (const mode of [0o777, 0o1777, 0o775, 0o707]) {
        const open = place(mode)
        const there = file(join(open, "f"))
        yield* assertSecretRead(there)
        const { kind, problem } = yield* secretRefusalOf(link(there, join(place(), "f")))
        assert.strictEqual(kind, "untrusted")
        assert.include(problem, `through ${open}, which others can write`)
        yield* refusalOf(link("f", join(open, "inside")))
        yield* refusalOf(join(link(open, join(place(), "folder")), "f"))
        execFileSync("/bin/sh", ["-c", problem.slice(problem.indexOf("chmod"), problem.indexOf(" ("))])
        yield* assertSecretRead(join(open, "inside"))
      }
      const open = place(0o777)
      mkdirSync(join(open, "below"), { mode: 0o755 })
      yield* refusalOf(link(file(join(open, "below", "f")), join(place(), "f")))
    }))

  it.effect("is not read when it is missing, a folder, a pipe, too large, or behind a circle of links", () =>
    Effect.gen(function*() {
      const mine = place()
      assert.strictEqual((yield* refusalOf(join(mine, "none"))).kind, "missing")
      assert.strictEqual((yield* refusalOf(join(file(join(mine, "f")), "below"))).kind, "missing")
      assert.strictEqual((yield* refusalOf(mine)).kind, "directory")
      execFileSync("mkfifo", [join(mine, "pipe")])
      assert.strictEqual((yield* refusalOf(join(mine, "pipe"))).kind, "irregular")
      assert.strictEqual((yield* refusalOf("/dev/null")).kind, "irregular")
      link("b", join(mine, "a"))
      link("a", join(mine, "b"))
      assert.strictEqual((yield* refusalOf(join(mine, "a"))).problem, "ELOOP")
      const large = file(join(mine, "large"))
      truncateSync(large, 2 ** 20 + 1)
      assert.strictEqual((yield* refusalOf(large)).kind, "too-large")
      truncateSync(large, 2 ** 20)
      assert.strictEqual((yield* readBelievedFile(large)).bytes.length, 2 ** 20)
    }))

  it.effect.skipIf(!openFiles.known)("is closed again, whether it is believed or not", () =>
    Effect.gen(function*() {
      const good = file(join(place(), "good"))
      const bad = file(join(place(), "bad"), { mode: 0o666 })
      yield* assertRead(good)
      yield* refusalOf(bad)
      yield* refusalOf(place())
      assert.deepStrictEqual(openFiles.paths().filter((path) => path.startsWith(folder)), [])
    }))

  it.effect("is not judged where there are no such owners and modes", () =>
    Effect.gen(function*() {
      yield* assertRead(file(join(place(), "f"), { mode: 0o666 }), null)
      yield* assertSecretRead(file(join(place(), "f"), { mode: 0o666 }), null)
    }))
})

const asRoot = isRoot ? "" : " (SKIPPED: it takes root to give files to others)"
if (!isRoot) console.warn("believedFile.test.ts: not run by root, so files of other users are not tested")

describe.skipIf(!isRoot)(`a file of another user's${asRoot}`, () => {
  it.effect("is not believed, but root's is", () =>
    Effect.gen(function*() {
      const path = file(join(place(), "f"), { uid: someone })
      for (const refusal of [refusalOf(path), secretRefusalOf(path)]) {
        const { kind, problem } = yield* refusal
        assert.strictEqual(kind, "untrusted")
        assert.include(problem, `belongs to user ${someone}`)
        assert.include(problem, `chown 0 ${path}`)
      }
      yield* assertSecretRead(path, service)
      yield* assertSecretRead(file(join(place(), "f")), service)
      yield* refusalOf(path, { uid: 54_321, groups: [54_321] })
    }))

  it.effect("is not believed through a link of another user's, nor in a folder of one behind a link", () =>
    Effect.gen(function*() {
      const target = file(join(place(), "f"))
      const planted = yield* refusalOf(link(target, join(place(), "f"), someone))
      assert.include(planted.problem, `a symbolic link of user ${someone}`)
      const theirs = place(0o755)
      chownSync(theirs, someone, someone)
      const { problem } = yield* refusalOf(link(file(join(theirs, "f")), join(place(), "f")))
      assert.include(problem, `through ${theirs}, which others can write`)
      yield* assertRead(join(theirs, "f"))
      const shared = place(0o1777)
      mkdirSync(join(shared, "theirs"))
      file(join(shared, "theirs", "f"))
      chownSync(join(shared, "theirs"), someone, someone)
      yield* refusalOf(link(join(shared, "theirs", "f"), join(place(), "f")))
      yield* assertRead(link(join(theirs, "f"), join(place(), "f")), service)
    }))
})

describe.skipIf(!isRoot)(`a mounted secret${asRoot}`, () => {
  it.effect("is believed as Kubernetes mounts it: root's, 0440, of the pod's group, behind links in a sticky folder", () =>
    Effect.gen(function*() {
      const mount = place()
      chownSync(mount, 0, group)
      chmodSync(mount, 0o3777)
      const data = join(mount, "..2026_11_23_04_02_22.123456789")
      mkdirSync(data)
      chownSync(data, 0, group)
      chmodSync(data, 0o2755)
      file(join(data, "key"), { mode: 0o440, gid: group })
      link("..2026_11_23_04_02_22.123456789", join(mount, "..data"))
      const key = link("..data/key", join(mount, "key"))
      yield* assertSecretRead(key, service)
      yield* assertRead(key, service)
      const { problem } = yield* secretRefusalOf(key, { uid: someone, groups: [someone] })
      assert.include(problem, "has mode 0440")
      assert.include(problem, "run as root: chmod 440")
      chmodSync(data, 0o2775)
      yield* secretRefusalOf(key, service)
      chmodSync(data, 0o2755)
      chmodSync(mount, 0o777)
      yield* secretRefusalOf(key, service)
      chmodSync(mount, 0o3777)
      lchownSync(join(mount, "..data"), 54_321, 54_321)
      yield* secretRefusalOf(key, service)
    }))

  it.effect("is believed as systemd mounts it: root's, 0440 where the group's rights are the mask of an ACL", () =>
    Effect.gen(function*() {
      const path = file(join(place(0o550), "secret"), { mode: 0o440 })
      yield* assertSecretRead(path, service)
      yield* assertSecretRead(path)
      for (const mode of [0o444, 0o640, 0o460, 0o441]) yield* secretRefusalOf(file(path, { mode }), service)
      yield* secretRefusalOf(file(path, { mode: 0o440, gid: 888 }), service)
      yield* secretRefusalOf(file(path, { mode: 0o440, uid: someone, gid: group }), service)
    }))
})

describe("thisUser", () => {
  it.skipIf(self === null)("has the effective user and every group of the process", () => {
    assert.strictEqual(self?.uid, process.geteuid?.())
    const groups = execFileSync("id", ["-G"], { encoding: "utf8" }).trim().split(" ").map(Number)
    assert.includeMembers([...self?.groups ?? []], groups)
  })
})
