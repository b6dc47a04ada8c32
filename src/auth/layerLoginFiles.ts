/**
 * Refused logins in files beside the database, one for each account.
 */
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { createHash } from "node:crypto"
import { rename, rm, writeFile } from "node:fs/promises"
import { readBelievedFile } from "../settings/believedFile.ts"
import { fileItself } from "../settings/fileItself.ts"
import { type Account, LoginMemory, RefusedLogin } from "./LoginMemory.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The same for one consumer key at one service, and no way back to either. */
const nameOf = ({ baseUrl, consumerKey }: Account): string =>
  sha256(`${baseUrl.href.replace(/\/+$/, "")}\n${Redacted.value(consumerKey)}`).slice(0, 16)

/** Beside the database itself, whatever link it was named by; beside the link when that is not to be followed. */
const fileOf = (databasePath: string, account: Account): string =>
  `${pathItself(databasePath)}.login-${nameOf(account)}.json`

const pathItself = (path: string): string => {
  try {
    const found = fileItself(path)
    return "path" in found ? found.path : path
  } catch {
    return path
  }
}

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
 * Remembers refused logins beside a database, in files that their owner alone can read: a program that is started every few minutes
 * would lock the account otherwise. `Statement.layerConfig` has it; whoever makes a `Statement.layerNode` provides it.
 */
export const layerLoginFiles = (databasePath: string): Layer.Layer<never> =>
  Layer.succeed(LoginMemory, {
    recall: (account) =>
      Effect.map(
        Effect.option(readBelievedFile(fileOf(databasePath, account), mostBytes)),
        // Who has put the secret right is not kept waiting.
        (found) =>
          Option.filter(
            Option.flatMap(found, ({ bytes }) => decode(Buffer.from(bytes).toString())),
            ({ mark }) => mark === markOf(account)
          )
      ),
    // Made anew and put in place whole: who reads meanwhile sees one refusal or the other, and no link is followed.
    remember: (account, refused) => {
      const path = fileOf(databasePath, account)
      const fresh = `${path}.new`
      return tried(() =>
        rm(fresh, { force: true })
          .then(() =>
            writeFile(fresh, `${encode({ ...refused, mark: markOf(account) })}\n`, { flag: "wx", mode: 0o600 })
          )
          .then(() => rename(fresh, path))
      )
    },
    forget: (account) => tried(() => rm(fileOf(databasePath, account), { force: true }))
  })
