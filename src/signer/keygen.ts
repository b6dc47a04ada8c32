/**
 * Makes a key pair and writes it: the private key for its owner only, the public key to register with the service.
 *
 * No file is ever overwritten: an old private key may still be the registered one. If the pair cannot be written as a
 * whole, nothing of it stays. The RSA keys are plain ones, which both RSA algorithms take.
 */
import { Effect, Exit, Predicate, Redacted, Schema } from "effect"
import { generateKeyPair, type KeyObject } from "node:crypto"
import { type FileHandle, open, unlink } from "node:fs/promises"
import type { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import { encryptKey } from "./encryptKey.ts"
import { fingerprint } from "./fingerprint.ts"

/** A file already stands where a key should be written. */
export class KeyFileExists extends Schema.TaggedError<KeyFileExists>()("KeyFileExists", { path: Schema.String }) {
  override get message(): string {
    return `${this.path} exists and is not overwritten: it may be the key that is registered. Choose another path.`
  }
}

/** A key file could not be written; `code` is the system's, such as `ENOENT` or `EACCES`. */
export class KeyFileUnwritable extends Schema.TaggedError<KeyFileUnwritable>()("KeyFileUnwritable", {
  path: Schema.String,
  code: Schema.String
}) {
  override get message(): string {
    return `${this.path} cannot be written (${this.code}). Choose a folder that exists and may be written to.`
  }
}

/** The passphrase for the new private key is empty. */
export class PassphraseEmpty extends Schema.TaggedError<PassphraseEmpty>()("PassphraseEmpty", {}) {
  override get message(): string {
    return "The passphrase for the new private key is empty. Give one, or leave WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE unset."
  }
}

/** The pair could not be made or written; the message names the path and the remedy. */
export class KeygenError extends Schema.TaggedError<KeygenError>()("KeygenError", {
  reason: Schema.Union([KeyFileExists, KeyFileUnwritable, PassphraseEmpty])
}) {
  override get message(): string {
    return this.reason.message
  }
}

/** The sizes of RSA keys that are made; 3072 matches the strength of P-256. */
export const RsaBits = Schema.Literals([2048, 3072, 4096])
export type RsaBits = typeof RsaBits.Type

/** What to make and where to write it. */
export interface KeygenOptions {
  readonly algorithm: SignatureAlgorithm
  readonly privateKeyPath: string
  readonly publicKeyPath: string
  /** Encrypts the private key: AES-256-CBC, PBKDF2 with 600,000 rounds. */
  readonly passphrase?: Redacted.Redacted
  /** 3072 unless given; EC keys are always on P-256. */
  readonly rsaBits?: RsaBits
}

/** Where the pair was written, and the SHA-256 of the public key's DER SubjectPublicKeyInfo in hexadecimal. */
export interface KeygenResult {
  readonly privateKeyPath: string
  readonly publicKeyPath: string
  readonly fingerprint: string
}

/** Makes a pair for the algorithm: private key PKCS#8 PEM with mode 0600, public key SubjectPublicKeyInfo PEM with 0644. */
export const keygen = Effect.fn("keygen")(function*(options: KeygenOptions) {
  const { algorithm, passphrase, privateKeyPath, publicKeyPath, rsaBits = 3072 } = options
  if (passphrase !== undefined && Redacted.value(passphrase) === "") {
    return yield* new KeygenError({ reason: new PassphraseEmpty({}) })
  }
  const pair = yield* algorithm.startsWith("rsa") ? rsaPair(rsaBits) : ecPair
  const privatePem = passphrase === undefined
    ? pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
    : yield* encryptKey(pair.privateKey.export({ type: "pkcs8", format: "der" }), passphrase)
  const publicPem = pair.publicKey.export({ type: "spki", format: "pem" }).toString()
  yield* createFile(privateKeyPath, privatePem, 0o600)
  yield* createFile(publicKeyPath, publicPem, 0o644).pipe(Effect.onError(() => remove(privateKeyPath)))
  const result: KeygenResult = { privateKeyPath, publicKeyPath, fingerprint: fingerprint(publicPem) }
  return result
}, Effect.uninterruptible)

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const rsaPair = (modulusLength: RsaBits): Effect.Effect<Pair> =>
  Effect.callback((resume) => generateKeyPair("rsa", { modulusLength }, settle(resume)))

const ecPair: Effect.Effect<Pair> = Effect.callback((resume) =>
  generateKeyPair("ec", { namedCurve: "P-256" }, settle(resume))
)

const settle =
  (resume: (effect: Effect.Effect<Pair>) => void) =>
  (error: Error | null, publicKey: KeyObject, privateKey: KeyObject): void =>
    resume(error === null ? Effect.succeed({ privateKey, publicKey }) : Effect.die(error))

const createFile = (path: string, text: string, mode: number) =>
  Effect.acquireUseRelease(
    attempt(path, () => open(path, "wx", mode)),
    (handle) => writeAll(path, handle, text, mode),
    (handle, exit) =>
      Effect.promise(() => handle.close()).pipe(
        Effect.andThen(Exit.isFailure(exit) ? remove(path) : Effect.void)
      )
  )

const writeAll = Effect.fnUntraced(function*(path: string, handle: FileHandle, text: string, mode: number) {
  // The process' umask may have taken rights away that the public key should have.
  yield* attempt(path, () => handle.chmod(mode))
  yield* attempt(path, () => handle.writeFile(text))
  yield* attempt(path, () => handle.sync())
})

const remove = (path: string): Effect.Effect<void> => Effect.ignore(Effect.tryPromise(() => unlink(path)))

const attempt = <A>(path: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (error) => {
      const code = Predicate.hasProperty(error, "code") ? String(error.code) : "unknown error"
      const reason = code === "EEXIST" ? new KeyFileExists({ path }) : new KeyFileUnwritable({ path, code })
      return new KeygenError({ reason })
    }
  })
