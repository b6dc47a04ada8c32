/**
 * What processes that run at once must do one after the other, such as making a folder that all of them use.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "./program.ts"

const clock = new Int32Array(new SharedArrayBuffer(4))

const take = (lock: string): boolean => {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" })
    return true
  } catch {
    return false
  }
}

/** Whether whoever took a lock is gone without giving it back. */
const isLeftBehind = (lock: string): boolean => {
  try {
    const holder = Number(readFileSync(lock, "utf8"))
    process.kill(holder, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH"
  }
}

/** Does something while no other process does a thing of that name. */
export const oneAtATime = <A>(name: string, use: () => A): A => {
  const lock = join(root, "node_modules/.cache/wallet-statement", `${name}.lock`)
  mkdirSync(dirname(lock), { recursive: true })
  while (!take(lock)) {
    if (isLeftBehind(lock)) rmSync(lock, { force: true })
    else Atomics.wait(clock, 0, 0, 200)
  }
  try {
    return use()
  } finally {
    rmSync(lock, { force: true })
  }
}
