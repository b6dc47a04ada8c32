/**
 * Refused logins in files beside the database, one for each account.
 */
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { createHash } from "node:crypto"
import { rename, rm, writeFile } from "node:fs/promises"
import { type Account, LoginMemory, RefusedLogin } from "../auth/LoginMemory.ts"
import { readBelievedFile } from "../settings/believedFile.ts"
import { DatabaseSettings } from "../settings/DatabaseSettings.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The same for one consumer key at one service, and no way back to either. */
const nameOf = ({ baseUrl, consumerKey }: Account): string =>
  sha256(`${baseUrl.href}\n${Redacted.value(consumerKey)}`).slice(0, 16)

/** Another secret has another mark, but for one in 65,536; it tells 16 bits of the secret's digest and so nothing of use. */
const markOf = ({ consumerSecret }: Account): string => sha256(Redacted.value(consumerSecret)).slice(0, 4)

const RefusedLoginText = Schema.fromJsonString(Schema.Struct({ ...RefusedLogin.fields, mark: Schema.String }))
const decode = Schema.decodeOption(RefusedLoginText)
const encode = Schema.encodeSync(RefusedLoginText)

/** No such file is longer; one that is, or that is no file of this user's, is not read. */
const mostBytes = 4096

/** What can't be read or written beside the database is not remembered: that must stop no pull. */
const tried = <A>(use: () => Promise<A>): Effect.Effect<Option.Option<A>> => Effect.option(Effect.tryPromise(use))

/**
 * Remembers refused logins beside the database of the settings in force, in files that their owner alone can read; `tryNow`:
 * a login is tried whatever they say.
 */
export const layerLoginMemory = (tryNow: boolean): Layer.Layer<never, never, DatabaseSettings> =>
  Layer.fresh(Layer.effect(
    LoginMemory,
    Effect.map(DatabaseSettings, ({ path }) => {
      const fileOf = (account: Account): string => `${path}.login-${nameOf(account)}.json`
      return {
        recall: (account: Account) =>
          Effect.map(
            Effect.option(readBelievedFile(fileOf(account), mostBytes)),
            // Who has put the secret right is not kept waiting.
            (found) =>
              Option.filter(
                Option.flatMap(found, ({ bytes }) => decode(Buffer.from(bytes).toString())),
                ({ mark }) => mark === markOf(account)
              )
          ),
        // Made anew and put in place whole: who reads meanwhile sees one refusal or the other, and no link is followed.
        remember: (account: Account, refused: RefusedLogin) => {
          const fresh = `${fileOf(account)}.new`
          return tried(() =>
            rm(fresh, { force: true })
              .then(() =>
                writeFile(fresh, `${encode({ ...refused, mark: markOf(account) })}\n`, { flag: "wx", mode: 0o600 })
              )
              .then(() => rename(fresh, fileOf(account)))
          )
        },
        forget: (account: Account) => tried(() => rm(fileOf(account), { force: true })),
        tryNow
      }
    })
  ))
