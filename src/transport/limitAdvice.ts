/**
 * What the service says of its limit beside an answer, in any of the header forms in use: `RateLimit` and
 * `RateLimit-Policy` (as the drafts have had them over the years) and `X-RateLimit-*`. It is advice: it makes requests
 * slower and never faster, and what makes no sense is passed over.
 */

/** Not faster than this for so long; a rate of 0 means that the next request would be refused until then. */
export interface LimitAdvice {
  readonly perMillis: number
  readonly forMillis: number
}

const longestMillis = 3_600_000
const parameter = (text: string, name: string): number =>
  Number(new RegExp(`(?:^|[;,\\s])${name}\\s*=\\s*"?(\\d{1,12})\\b`, "i").exec(text)?.[1] ?? Number.NaN)

const adviceOf = (count: number, seconds: number): ReadonlyArray<LimitAdvice> => {
  const forMillis = seconds * 1000
  return count >= 0 && forMillis > 0 && forMillis <= longestMillis ? [{ perMillis: count / forMillis, forMillis }] : []
}

/** `100;w=60`, `"default";q=100;w=60`: each policy on its own. */
const policies = (text: string): ReadonlyArray<LimitAdvice> =>
  text.split(",").flatMap((policy) => {
    const bare = Number(/^\s*(\d{1,12})\s*(?:;|$)/.exec(policy)?.[1] ?? Number.NaN)
    const quota = parameter(policy, "q")
    const count = Number.isNaN(quota) ? bare : quota
    return count > 0 ? adviceOf(count, parameter(policy, "w")) : []
  })

/** `"default";r=50;t=30`, `limit=100, remaining=50, reset=30`. */
const leftOf = (text: string): ReadonlyArray<LimitAdvice> =>
  /\bremaining\s*=/i.test(text)
    ? adviceOf(parameter(text, "remaining"), parameter(text, "reset"))
    : text.split(",").flatMap((item) => adviceOf(parameter(item, "r"), parameter(item, "t")))

/** The advice that asks for most patience; undefined when there is none. `nowSeconds` is for resets given as a date. */
export const limitAdvice = (
  headers: Readonly<Record<string, string | undefined>>,
  nowSeconds: number
): LimitAdvice | undefined => {
  const plain = ["ratelimit", "x-ratelimit"].flatMap((prefix) => {
    const count = headers[`${prefix}-remaining`]?.trim() ?? ""
    const reset = Number(headers[`${prefix}-reset`]?.trim() || Number.NaN)
    return /^\d{1,12}$/.test(count) ? adviceOf(Number(count), reset > 1e9 ? reset - nowSeconds : reset) : []
  })
  const all = [...policies(headers["ratelimit-policy"] ?? ""), ...leftOf(headers["ratelimit"] ?? ""), ...plain]
  return all.toSorted((left, right) => left.perMillis - right.perMillis)[0]
}
