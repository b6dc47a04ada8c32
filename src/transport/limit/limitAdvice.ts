/**
 * What the service says of its limit beside an answer, in any of the header forms in use: `RateLimit` and
 * `RateLimit-Policy` (as the drafts have had them over the years) and `X-RateLimit-*`. It is advice: it makes requests
 * slower and never faster, and what makes no sense is passed over.
 */

/** Not faster than this for so long; a rate of 0 means that the next request would be refused until then. */
interface Rate {
  readonly perMillis: number
  readonly forMillis: number
}

/** The rate that asks for most patience, and the limit behind it. */
export interface LimitAdvice extends Rate {
  /** The limit itself, by the strictest policy told; null when only what is left for now was told. */
  readonly limitPerMillis: number | null
}

const longestMillis = 3_600_000
const parameter = (text: string, name: string): number =>
  Number(new RegExp(`(?:^|[;,\\s])${name}\\s*=\\s*"?(\\d{1,12})\\b`, "i").exec(text)?.[1] ?? Number.NaN)

const rateOf = (count: number, seconds: number): ReadonlyArray<Rate> => {
  const forMillis = seconds * 1000
  return count >= 0 && forMillis > 0 && forMillis <= longestMillis ? [{ perMillis: count / forMillis, forMillis }] : []
}

/** `100;w=60`, `"default";q=100;w=60`: each policy on its own. */
const policies = (text: string): ReadonlyArray<Rate> =>
  text.split(",").flatMap((policy) => {
    const bare = Number(/^\s*(\d{1,12})\s*(?:;|$)/.exec(policy)?.[1] ?? Number.NaN)
    const quota = parameter(policy, "q")
    const count = Number.isNaN(quota) ? bare : quota
    return count > 0 ? rateOf(count, parameter(policy, "w")) : []
  })

/** `"default";r=50;t=30`, `limit=100, remaining=50, reset=30`. */
const leftOf = (text: string): ReadonlyArray<Rate> =>
  /\bremaining\s*=/i.test(text)
    ? rateOf(parameter(text, "remaining"), parameter(text, "reset"))
    : text.split(",").flatMap((item) => rateOf(parameter(item, "r"), parameter(item, "t")))

/** The advice that asks for most patience; undefined when there is none. `nowSeconds` is for resets given as a date. */
export const limitAdvice = (
  headers: Readonly<Record<string, string | undefined>>,
  nowSeconds: number
): LimitAdvice | undefined => {
  const plain = ["ratelimit", "x-ratelimit"].flatMap((prefix) => {
    const count = headers[`${prefix}-remaining`]?.trim() ?? ""
    const reset = Number(headers[`${prefix}-reset`]?.trim() || Number.NaN)
    return /^\d{1,12}$/.test(count) ? rateOf(Number(count), reset > 1e9 ? reset - nowSeconds : reset) : []
  })
  const limits = ["ratelimit-policy", "ratelimit-limit", "x-ratelimit-limit"].flatMap((name) =>
    policies(headers[name] ?? "")
  )
  const rate = slowest([...limits, ...leftOf(headers["ratelimit"] ?? ""), ...plain])
  return rate === undefined ? undefined : { ...rate, limitPerMillis: slowest(limits)?.perMillis ?? null }
}

const slowest = (rates: ReadonlyArray<Rate>): Rate | undefined =>
  rates.toSorted((left, right) => left.perMillis - right.perMillis)[0]
