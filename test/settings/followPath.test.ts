import { afterAll, assert, describe, it } from "@effect/vitest"
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { followPath } from "../../src/settings/followPath.ts"

const folder = realpathSync(mkdtempSync(join(tmpdir(), "wallet-statement-follow-")))
const home = process.cwd()
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

const uid = process.geteuid?.() ?? 0
const file = (name: string): string => {
  writeFileSync(join(folder, name), name)
  return join(folder, name)
}
const follow = (path: string, opened: string) => followPath(path, statSync(opened), uid)

describe.skipIf(process.platform === "win32")("followPath", () => {
  it("gives the path without links, dots and doubled slashes", () => {
    const target = file("target")
    mkdirSync(join(folder, "below"))
    symlinkSync("../target", join(folder, "below", "up"))
    symlinkSync(join(folder, "below"), join(folder, "across"))
    for (
      const path of [
        target,
        `${folder}//./below/../target`,
        `${folder}/below/up`,
        `${folder}/across/up`,
        `${folder}/across/../target`
      ]
    ) {
      assert.deepStrictEqual(follow(path, target), { path: target }, path)
    }
    process.chdir(join(folder, "below"))
    for (const path of ["up", "./up", "../target", "../across/up"]) {
      assert.deepStrictEqual(follow(path, target), { path: target }, path)
    }
  })

  it("notices that another file was opened than the one that is there now", () => {
    const [one, other] = [file("one"), file("other")]
    const told = follow(one, other)
    assert.include("problem" in told ? told.problem : "", "was exchanged while it was opened")
    const { dev, ino } = lstatSync(one)
    assert.property(followPath(one, { dev: dev + 1, ino }, uid), "problem")
    assert.property(followPath(one, { dev, ino: ino + 1 }, uid), "problem")
    assert.property(followPath(folder, statSync(one), uid), "problem")
    assert.property(followPath("/", statSync(one), uid), "problem")
  })

  it("follows as many links as the system, and no more", () => {
    const target = file("end")
    symlinkSync("end", join(folder, "link-1"))
    for (let count = 2; count <= 41; count++) symlinkSync(`link-${count - 1}`, join(folder, `link-${count}`))
    assert.deepStrictEqual(follow(join(folder, "link-40"), target), { path: target })
    const told = follow(join(folder, "link-41"), target)
    assert.include("problem" in told ? told.problem : "", "too many symbolic links")
  })
})
