/**
 * Checks what went over the wire in one run: logins, waits, attempts.
 */
import type { Patience } from "../Scenario.ts"
import type { Attempt } from "../Service.ts"
import type { Story } from "../Story.ts"

/** The time for which a token that lives so long is used: a tenth less, at most a minute. */
const usableMillis = (life: number): number => Math.max(1000, life - Math.min(60_000, life / 10))

/** What went over the wire in one run, in its order, and what was committed meanwhile. */
export interface Traffic {
  readonly attempts: ReadonlyArray<Attempt>
  readonly wallets: ReadonlyMap<string, { readonly commits: ReadonlyArray<{ readonly at: number }> }>
}

/** Checks the attempts of one run. */
export const checkWire = (traffic: Traffic, patience: Patience, story: Story): void => {
  checkLogins(traffic.attempts, story)
  checkWaits(traffic.attempts, story)
  checkCounts(traffic, patience, story)
}

/** A login is needed at the start, when the token is used up, when it was refused, and when the login before failed. */
const checkLogins = (attempts: ReadonlyArray<Attempt>, story: Story): void => {
  let token: { readonly name: string | null; readonly goodUntil: number; isRefused: boolean } | undefined
  let isShut = false
  for (const attempt of attempts) {
    if (attempt.kind === "login") {
      story.expect(!isShut, () => "a login was tried again although the credentials had been refused")
      story.expect(
        token === undefined || token.isRefused || attempt.at >= token.goodUntil,
        () => `a login at ${new Date(attempt.at).toISOString()} was not needed`
      )
      if (attempt.outcome === "credentials refused") isShut = true
      if (attempt.tokenUntil === null || attempt.isGivenUp) continue
      story.count("login")
      if (token !== undefined) {
        story.count(token.isRefused ? "login after a refused token" : "login after an expired token")
      }
      const goodUntil = attempt.at + usableMillis(attempt.tokenUntil - attempt.at)
      token = { name: attempt.token, goodUntil, isRefused: false }
    } else if (attempt.outcome === "token refused" && token?.name === attempt.token) token.isRefused = true
  }
}

/** Whoever was told to wait waits at least as long before he asks the same again. */
const checkWaits = (attempts: ReadonlyArray<Attempt>, story: Story): void => {
  const notBefore = new Map<string, number>()
  for (const { at, body, kind, notBefore: asked } of attempts) {
    const earliest = notBefore.get(body) ?? 0
    story.expect(
      at >= Math.floor(earliest),
      () => `a ${kind} was asked for ${earliest - at} ms before Retry-After had passed`
    )
    if (asked !== null) notBefore.set(body, asked)
  }
}

/**
 * Nobody asks the same more often than settings allow; a refused token gives one more round, and so does another question with the
 * same days, which a window that was committed since brought up.
 */
const checkCounts = ({ attempts, wallets }: Traffic, { maxAttempts }: Patience, story: Story): void => {
  const inARow = new Map<string, { readonly count: number; readonly at: number }>()
  for (const { at, body, kind, outcome, token, walletNo } of attempts) {
    // Each wallet may try a login that failed for another.
    if (kind === "login") continue
    const key = `${body}${token ?? ""}`
    const before = inARow.get(key) ?? { count: 0, at }
    const commits = wallets.get(walletNo ?? "")?.commits ?? []
    const isAnother = before.count === maxAttempts &&
      commits.some((commit) => commit.at >= before.at && commit.at <= at)
    const count = isAnother ? 1 : before.count + 1
    story.expect(count <= maxAttempts, () => `a statement was tried ${count} times, and ${maxAttempts} are allowed`)
    inARow.set(key, { count: outcome === "ok" ? 0 : count, at })
  }
}
