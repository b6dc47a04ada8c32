/**
 * Processes that are the first of a group of their own, and end with all that is in it.
 *
 * Whoever ends this program, or closes its terminal, does not reach such a group: it is ended with the program, unless
 * that is killed outright (SIGKILL, SIGABRT, a crash). What has made itself a group of its own is in none of ours.
 */

/** The first of a group, as Node gives it. */
export interface Leader {
  readonly pid?: number | undefined
  readonly kill: (signal: "SIGKILL") => boolean
}

/** Whether the system has groups of processes; elsewhere the process itself is ended, and what it started is not. */
export const hasGroups = process.platform !== "win32"

/** Ends a process and all that it started, even when it has ended itself by now. */
export const killGroup = (leader: Leader): void => {
  if (!hasGroups || leader.pid === undefined) {
    leader.kill("SIGKILL")
    return
  }
  try {
    process.kill(-leader.pid, "SIGKILL")
  } catch {
    // Nobody is left in it.
  }
}

const running = new Set<Leader>()

const killAll = (): void => running.forEach(killGroup)

/** Unlike SIGINT and SIGTERM they end a program at once, by their default. */
const atOnce = ["SIGHUP", "SIGQUIT"] as const

const endAtOnce = (signal: NodeJS.Signals): void => {
  killAll()
  watch("off")
  process.kill(process.pid, signal)
}

const watch = (how: "on" | "off"): void => {
  process[how]("exit", killAll)
  atOnce.forEach((signal) => process[how](signal, endAtOnce))
}

/**
 * Starts a process whose group ends when this program does, also when that is while it starts; until what is given beside it is
 * called, when the process has ended.
 */
export const startWithUs = <A extends Leader>(start: () => A): readonly [leader: A, ended: () => void] => {
  if (running.size === 0) watch("on")
  try {
    const leader = start()
    running.add(leader)
    return [leader, () => {
      if (running.delete(leader) && running.size === 0) watch("off")
    }]
  } catch (cause) {
    if (running.size === 0) watch("off")
    throw cause
  }
}
