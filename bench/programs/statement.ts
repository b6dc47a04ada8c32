// @effect-diagnostics asyncFunction:off globalFetch:off globalFetchInEffect:off -- what a script without Effect does
/**
 * Asking the service as a plain script does: one login, then one request after the other, without a signature, which
 * the benchmark's service does not ask for.
 */
import { dateOf, walletNo } from "../service/book.ts"

/** A record as it is sent; the benchmark's service sends numbers as strings. */
export interface PlainRecord {
  readonly txnId: string
  readonly type: string
  readonly amount: string
  readonly balance: string
  readonly description: string
  readonly confirmed: boolean
  readonly date: string
}

/** Sends a JSON body. */
export const post = (address: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<Response> =>
  fetch(address, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })

/** Logs in, and gives a function that asks for one window: a day, which is as much as fits the limit. */
export const login = async (service: string): Promise<(day: number) => Promise<Response>> => {
  const answer = await post(`${service}/api/v2/auth/login`, {}, { consumer_key: "key", consumer_secret: "secret" })
  const { data } = await answer.json() as { readonly data: { readonly access_token: string } }
  return (day) =>
    post(
      `${service}/api/v2/wallet/statement`,
      { authorization: `Bearer ${data.access_token}` },
      { wallet_no: walletNo, from_date: dateOf(day), to_date: dateOf(day), limit: 5000 }
    )
}

/** The pages of the first days, parsed, one request after the other. */
export async function* pages(service: string, days: number): AsyncGenerator<ReadonlyArray<PlainRecord>> {
  const ask = await login(service)
  for (let day = 0; day < days; day++) {
    const { data } = await (await ask(day)).json() as { readonly data: ReadonlyArray<PlainRecord> }
    yield data
  }
}
