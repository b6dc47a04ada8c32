/**
 * What is wrong with a file that a setting names is told where the setting was given: in a line of the configuration file, in a
 * variable, or by a flag.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readHeartbeat } from "../../src/settings/hooks.ts"
import { settingsProvider } from "../../src/settings/provider.ts"
import type { SettingsError } from "../../src/settings/setting.ts"
import * as Settings from "../../src/settings/Settings.ts"
import { readTelemetry } from "../../src/settings/TelemetrySettings.ts"
import { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { Signer } from "../../src/signer/Signer.ts"
import type { SignerError } from "../../src/signer/SignerError.ts"
import { tlsOptions } from "../../src/transport/tls/tlsOptions.ts"
import { ec, passphrase, rsa, temporaryFolder, writePrivate } from "../signer/keyMaterial.ts"
import { Authority, hasOpenssl } from "../transport/certificates.ts"

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const rsaKey = rsa()
const pem = rsaKey.export({ type: "pkcs8", format: "pem" }).toString()
const encrypted = rsaKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase }).toString()
const publicKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" })
const directory = join(folder, "directory")
mkdirSync(directory)

/** One that nothing here trusts. */
const ownCertificate = (): string => {
  const authority = new Authority()
  const { ca } = authority
  rmSync(authority.folder, { recursive: true })
  return ca
}

const file = (name: string, content: string | Uint8Array, mode?: number): string =>
  writePrivate(folder, name, content, mode)
const key = file("key.pem", pem)
const cert = hasOpenssl ? file("cert.pem", ownCertificate()) : ""
const noise = file("noise.txt", "canary noise")
const exposed = file("exposed", "canary", 0o644)
const writable = file("writable", "canary", 0o666)
const lines = file("lines", "canary\nnotes\n")
const blank = file("blank", "\n")
const binary = file("binary", Buffer.from([0xc3, 0x28]))
const absent = join(folder, "absent.pem")

type Reading = Effect.Effect<unknown, SettingsError | SignerError>

/** What reads the files of settings, as the commands do. */
const signer: Reading = Effect.scoped(Layer.build(Signer.layerConfig.pipe(Layer.provide(Settings.layerSigning))))
const service: Reading = Effect.scoped(Layer.build(Settings.layerService))
const tls: Reading = Effect.flatMap(TransportSettings, tlsOptions).pipe(Effect.provide(Settings.layerTransport))
const heartbeat: Reading = readHeartbeat

interface Case {
  readonly by: Reading
  /** By their names in the configuration file; the place of the first is told. */
  readonly settings: Readonly<Record<string, string>>
  readonly says: string
}

const usual = { base_url: "https://wallet.example.com", consumer_key: "key", consumer_secret: "secret" }

const ofSecret = (by: Reading, name: string, others: Readonly<Record<string, string>>): ReadonlyArray<Case> => {
  const each = (path: string, says: string): Case => ({ by, settings: { [name]: path, ...others }, says })
  return [
    each(absent, "does not exist. Put the file there or correct the path"),
    each(directory, "is a directory. Name the file itself"),
    each(exposed, `has mode 0644: not only its owner can get at the secret in it. Run: chmod 600 ${exposed}`),
    each(lines, "gives several lines"),
    each(blank, "holds nothing"),
    each(binary, "holds no text in UTF-8")
  ]
}

const keyFile = (path: string, says: string, others: Readonly<Record<string, string>> = {}): Case => ({
  by: signer,
  settings: { private_key_file: path, ...others },
  says
})
const certificateKey = (path: string, says: string): Case => ({
  by: tls,
  settings: { client_key_file: path, client_cert_file: cert },
  says
})
const { consumer_key: _key, ...withoutKey } = usual
const { consumer_secret: _secret, ...withoutSecret } = usual

const cases: ReadonlyArray<Case> = [
  keyFile(absent, "There is no private key file at"),
  keyFile(directory, "is a directory"),
  keyFile(file("open.pem", pem, 0o644), "has mode 0644"),
  keyFile(writable, "has mode 0666"),
  keyFile(noise, "cannot be read as a key"),
  keyFile(blank, "is empty"),
  keyFile(file("public.pem", publicKey), "holds a public key"),
  keyFile(file("encrypted.pem", encrypted), "is encrypted"),
  keyFile(file("ec.pem", ec().export({ type: "pkcs8", format: "pem" })), "is an EC key"),
  {
    by: signer,
    settings: { private_key_passphrase_file: noise, private_key_file: file("locked.pem", encrypted) },
    says: "cannot be decrypted with this passphrase. Correct "
  },
  {
    by: signer,
    settings: { signature_algorithm: "ecdsa-p256-sha256-der", private_key_file: key },
    says: "to rsa-pkcs1-sha256 or rsa-pss-sha256 or give an EC key on P-256"
  },
  { by: signer, settings: { private_key: "/home/canary" }, says: "cannot be read as a key: it should be PEM text" },
  ...ofSecret(signer, "private_key_passphrase_file", { private_key_file: key }),
  ...ofSecret(service, "consumer_key_file", withoutKey),
  ...ofSecret(service, "consumer_secret_file", withoutSecret),
  ...ofSecret(heartbeat, "heartbeat_url_file", {}),
  { by: heartbeat, settings: { heartbeat_url_file: noise }, says: "is not an https URL" },
  { by: tls, settings: { ca_file: absent }, says: "does not exist. Put the file there or correct the path" },
  { by: tls, settings: { ca_file: directory }, says: "is a directory" },
  { by: tls, settings: { ca_file: writable }, says: "has mode 0666: others than its owner can write it" },
  { by: tls, settings: { ca_file: noise }, says: `holds no PEM certificate: ${noise}` },
  {
    by: tls,
    settings: { client_cert_file: absent, client_key_file: key },
    says: "does not exist. Put the file there"
  },
  { by: tls, settings: { client_cert_file: noise, client_key_file: key }, says: "holds no PEM certificate" },
  ...(hasOpenssl
    ? [
      certificateKey(absent, "does not exist. Put the file there"),
      certificateKey(exposed, "has mode 0644"),
      certificateKey(noise, "holds no PEM private key"),
      certificateKey(key, "is not the private key of")
    ]
    : [])
]

interface Sources {
  readonly flags: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
}

const messageOf = Effect.fnUntraced(function*(by: Reading, sources: Sources) {
  const { message } = yield* Effect.flip(Effect.provide(by, ConfigProvider.layer(settingsProvider(sources))))
  assert.notMatch(message, /canary/)
  return message
})

describe("what is wrong with the file of a setting", () => {
  const config = join(folder, "books.toml")
  const named = cases.map((each) => ({ ...each, name: Object.keys(each.settings)[0] ?? "" }))

  it.effect.each(named)(
    "is told with the line that names it: $name $says",
    ({ by, name, says, settings }) =>
      Effect.gen(function*() {
        const text = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
        writeFileSync(config, ["# The books", "", ...text, ""].join("\n"), { mode: 0o600 })
        const message = yield* messageOf(by, { flags: { CONFIG: config }, environment: {} })
        assert.include(message, says)
        assert.include(message, `${config}, line 3: ${name}`)
        assert.notInclude(message, `WALLET_STATEMENT_${name.toUpperCase()} `)
      })
  )

  it.effect.each(named)(
    "is told with its variable: $name $says",
    ({ by, name, says, settings }) =>
      Effect.gen(function*() {
        const variables = Object.entries(settings).map((
          [key, value]
        ) => [`WALLET_STATEMENT_${key.toUpperCase()}`, value])
        const message = yield* messageOf(by, { flags: {}, environment: Object.fromEntries(variables) })
        assert.include(message, says)
        assert.include(message, `WALLET_STATEMENT_${name.toUpperCase()}`)
      })
  )

  it.effect("is told with the variable of another program that names it", () =>
    Effect.gen(function*() {
      const environment = {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
        OTEL_EXPORTER_OTLP_HEADERS_FILE: noise,
        HTTPS_PROXY_FILE: noise
      }
      const headers = yield* messageOf(readTelemetry, { flags: {}, environment })
      assert.match(headers, /^OTEL_EXPORTER_OTLP_HEADERS_FILE is not a list/)
      const proxy = yield* messageOf(tls, { flags: {}, environment })
      assert.match(proxy, /^HTTPS_PROXY_FILE is not an http or https URL/)
    }))
})
