import { afterAll, assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { settingsProvider } from "../../src/settings/provider.ts"
import { ServiceSettings } from "../../src/settings/ServiceSettings.ts"
import * as Settings from "../../src/settings/Settings.ts"
import { SigningSettings } from "../../src/settings/SigningSettings.ts"
import { readTelemetry } from "../../src/settings/TelemetrySettings.ts"
import { TransportSettings } from "../../src/settings/TransportSettings.ts"

const folder = mkdtempSync(join(tmpdir(), "wallet-statement-secrets-"))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const file = (content: string | Uint8Array, mode = 0o600): string => {
  const path = join(folder, `secret-${++count}`)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

const base = { BASE_URL: "https://wallet.example.com", CONSUMER_KEY: "the-key", CONSUMER_SECRET: "the-secret" }
const node = (source: string): string => `'${process.execPath}' -e "${source}"`
const prints = (text: string): string => node(`process.stdout.write('${text}')`)

const layers = Layer.merge(Settings.layerService, Settings.layerSigning)

const read = (environment: Readonly<Record<string, string>>, flags: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    return { service: yield* ServiceSettings, signing: yield* SigningSettings }
  }).pipe(
    Effect.provide(
      Layer.provide(
        layers,
        ConfigProvider.layer(settingsProvider({
          flags,
          environment: Object.fromEntries(
            Object.entries({ ...base, PRIVATE_KEY: "the-pem", ...environment })
              .filter(([, value]) => value !== "")
              .map(([name, value]) => [`WALLET_STATEMENT_${name}`, value])
          )
        }))
      )
    )
  )

const problem = (environment: Readonly<Record<string, string>>, flags?: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(read(environment, flags)), ({ message }) => message)

/** Each secret, and how it comes out of the settings. */
const secrets = [
  ["CONSUMER_KEY", ({ service }) => service.consumerKey],
  ["CONSUMER_SECRET", ({ service }) => service.consumerSecret],
  ["PRIVATE_KEY_PASSPHRASE", ({ signing }) => Option.getOrThrow(signing.passphrase)]
] as const satisfies ReadonlyArray<
  readonly [string, (settings: Effect.Success<ReturnType<typeof read>>) => Redacted.Redacted]
>

describe.each(secrets)("%s", (name, valueOf) => {
  const none = { [name]: "" }

  it.live.each(
    [
      ["a secret", "a secret"],
      ["a secret\n", "a secret"],
      ["a secret\r\n", "a secret"],
      ["a secret\n\r\n", "a secret"],
      [" a secret ", " a secret "],
      ["\ufeffpaßwort 🔑\n", "paßwort 🔑"]
    ] as const
  )("is what a file holds, but for line ends behind it: %j", ([content, secret]) =>
    Effect.gen(function*() {
      const settings = yield* read({ ...none, [`${name}_FILE`]: file(content) })
      assert.strictEqual(Redacted.value(valueOf(settings)), secret)
      assert.notInclude(inspect(settings, { depth: 9 }), secret)
    }))

  it.live("is what a variable holds, but for line ends behind it", () =>
    Effect.gen(function*() {
      for (const text of ["a secret", "a secret\n", "a secret\r\n\n"]) {
        assert.strictEqual(Redacted.value(valueOf(yield* read({ ...none, [name]: text }))), "a secret")
      }
      assert.include(yield* problem({ ...none, [name]: "\n" }), `WALLET_STATEMENT_${name}`)
    }))

  it.live("is what a command prints, but for line ends behind it", () =>
    Effect.gen(function*() {
      for (const [printed, secret] of [["a $HOME secret", "a $HOME secret"], ["two\\r\\n", "two"]] as const) {
        const settings = yield* read({ ...none, [`${name}_COMMAND`]: prints(printed) })
        assert.strictEqual(Redacted.value(valueOf(settings)), secret)
      }
    }))

  it.live("is refused when there are several lines, wherever it comes from, as `pass` prints its notes below", () =>
    Effect.gen(function*() {
      for (
        const [setting, value] of [
          [name, "secret-canary\nuser: me"],
          [`${name}_FILE`, file("secret-canary\nuser: me\n")],
          [`${name}_FILE`, file("secret-canary\rnotes")],
          [`${name}_COMMAND`, prints("secret-canary\\nuser: me\\n")]
        ] as const
      ) {
        const text = yield* problem({ ...none, [setting]: value })
        assert.include(text, `WALLET_STATEMENT_${setting} gives several lines`)
        assert.include(text, "head -n 1")
        assert.notInclude(text, "canary")
      }
    }))

  it.live("is refused from a file that others can read, that is missing, empty, or no text", () =>
    Effect.gen(function*() {
      const open = file("secret-canary", 0o644)
      const exposed = yield* problem({ ...none, [`${name}_FILE`]: open })
      assert.include(exposed, `WALLET_STATEMENT_${name}_FILE has mode 0644`)
      assert.include(exposed, `chmod 600 ${open}`)
      const missing = yield* problem({ ...none, [`${name}_FILE`]: join(folder, "none") })
      assert.include(
        missing,
        `WALLET_STATEMENT_${name}_FILE can't be read: the path given (nothing of its name is in ${folder}) does not exist`
      )
      let misplaced = ""
      for (
        const secret of ["secret-canary", "/canary+x=", "./canary", "canary.x", join(folder, "canary"), "/canary/x"]
      ) {
        const text = yield* problem({ ...none, [`${name}_FILE`]: secret })
        assert.include(text, `WALLET_STATEMENT_${name}_FILE can't be read`)
        misplaced += text
      }
      assert.include(yield* problem({ ...none, [`${name}_FILE`]: file("\n") }), "holds nothing")
      assert.include(yield* problem({ ...none, [`${name}_FILE`]: file(Buffer.from([0xc3, 0x28])) }), "holds no text")
      assert.notInclude(exposed + missing + misplaced, "canary")
    }))

  it.live("is refused from a command that fails, prints nothing, prints no text, or is none", () =>
    Effect.gen(function*() {
      const variable = `WALLET_STATEMENT_${name}_COMMAND`
      const of = (command: string) => problem({ ...none, [`${name}_COMMAND`]: command })
      const failed = yield* of(node("process.stderr.write('secret-canary'); process.exitCode = 2"))
      assert.include(failed, `${variable} ended with code 2; what it said on stderr (13 bytes) is not shown`)
      const unfinished = yield* of("pass 'secret-canary")
      assert.include(unfinished, `${variable} is not a command, as a shell would take it apart`)
      const missing = yield* of("secret-canary")
      assert.include(missing, `${variable} could not be started (E`)
      assert.include(yield* of(prints("")), `${variable} printed nothing`)
      assert.include(yield* of(node("process.stdout.write(Buffer.from([195, 40]))")), `${variable} printed no text`)
      assert.include(yield* of("'' secret-canary"), `${variable} is not a command`)
      assert.notInclude(failed + unfinished + missing, "canary")
    }))

  it.live("comes from one place: two are refused, both named, and nothing is run", () =>
    Effect.gen(function*() {
      const trace = join(folder, `ran-${++count}`)
      const touch = node(`require('fs').writeFileSync('${trace}', ''); process.stdout.write('x')`)
      const given = { [name]: "secret-canary", [`${name}_FILE`]: file("secret-canary"), [`${name}_COMMAND`]: touch }
      const names = [name, `${name}_FILE`, `${name}_COMMAND`]
      for (const left of names) {
        const [first, second] = names.filter((other) => other !== left)
        const text = yield* problem({ ...given, [left]: "" })
        assert.include(text, `WALLET_STATEMENT_${first} and WALLET_STATEMENT_${second} are both set: keep one of them`)
        assert.notInclude(text, "canary")
      }
      yield* problem({ ...given })
      assert.throws(() => chmodSync(trace, 0o600))
    }))
})

describe("the private key", () => {
  it.live("is what a command prints, as a text", () =>
    Effect.gen(function*() {
      const { signing } = yield* read({ PRIVATE_KEY: "", PRIVATE_KEY_COMMAND: prints("the-pem") })
      assert.strictEqual(signing.privateKey._tag, "Text")
      assert.strictEqual(signing.privateKey._tag === "Text" && Redacted.value(signing.privateKey.text), "the-pem")
      assert.notInclude(inspect(signing, { depth: 9 }), "the-pem")
    }))

  it.live("may be where a command signs", () =>
    Effect.gen(function*() {
      const { signing } = yield* read({ PRIVATE_KEY: "", SIGNER_COMMAND: "kms sign --key 'a b'" })
      assert.deepStrictEqual(signing.privateKey, { _tag: "Command", words: ["kms", "sign", "--key", "a b"] })
    }))

  it.live("comes from one place: two are refused, both named", () =>
    Effect.gen(function*() {
      const given = { PRIVATE_KEY: "pem", PRIVATE_KEY_FILE: "key.pem", PRIVATE_KEY_COMMAND: "x", SIGNER_COMMAND: "y" }
      const names = Object.keys(given)
      for (const first of names) {
        for (const second of names.slice(names.indexOf(first) + 1)) {
          const chosen = Object.fromEntries(
            Object.entries(given).map(([name, value]) => [name, name === first || name === second ? value : ""])
          )
          assert.include(
            yield* problem(chosen),
            `WALLET_STATEMENT_${first} and WALLET_STATEMENT_${second} are both set: keep one of them`
          )
        }
      }
    }))
})

describe("a command of a configuration file", () => {
  it.live("is run when the file was named, its program beside the file", () =>
    Effect.gen(function*() {
      const named = join(folder, "named")
      mkdirSync(join(named, "bin"), { recursive: true })
      writeFileSync(join(named, "bin", "it's a secret"), "#!/bin/sh\nprintf '%s' \"$*\"\n", { mode: 0o700 })
      const config = join(named, "a.toml")
      const toml = (command: string) => writeFileSync(config, `consumer_secret_command = ${JSON.stringify(command)}\n`)
      const secretOf = Effect.map(
        read({ CONSUMER_SECRET: "" }, { CONFIG: config }),
        ({ service }) => Redacted.value(service.consumerSecret)
      )
      toml(`"bin/it's a secret" 'one arg' "$TWO"`)
      assert.strictEqual(yield* secretOf, "one arg $TWO")
      toml(`./bin/it\\'s\\ a\\ secret three`)
      assert.strictEqual(yield* secretOf, "three")
      toml("printf four")
      assert.strictEqual(yield* secretOf, "four")
    }))

  it.live.each([
    "CONSUMER_KEY_COMMAND",
    "CONSUMER_SECRET_COMMAND",
    "PRIVATE_KEY_COMMAND",
    "PRIVATE_KEY_PASSPHRASE_COMMAND",
    "SIGNER_COMMAND"
  ])(
    "is refused when nobody named the file: %s",
    (name) =>
      Effect.gen(function*() {
        const found = mkdtempSync(join(folder, "found-"))
        const trace = join(found, "ran")
        writeFileSync(join(found, "wallet-statement.toml"), `${name.toLowerCase()} = "touch ${trace}"\n`)
        const before = process.cwd()
        process.chdir(found)
        const text = yield* problem({ [name.replace("_COMMAND", "")]: "", PRIVATE_KEY: "" }).pipe(
          Effect.ensuring(Effect.sync(() => process.chdir(before)))
        )
        assert.include(
          text,
          `wallet-statement.toml, line 1: ${name.toLowerCase()} is a program to run, and nobody named the file`
        )
        assert.include(text, "--config wallet-statement.toml")
        assert.throws(() => chmodSync(trace, 0o600))
      })
  )
})

/** Variables that other programs have, too, with what they may hold, and what that comes to. */
const foreignSecrets = [
  [
    "HTTPS_PROXY",
    "http://me:canary@127.0.0.1:3128/",
    Effect.provide(
      Effect.map(TransportSettings, ({ proxy }) => proxy && Redacted.value(proxy.url)),
      Settings.layerTransport
    )
  ],
  [
    "OTEL_EXPORTER_OTLP_HEADERS",
    "x-key=canary",
    Effect.map(readTelemetry, (settings) => `x-key=${Redacted.value(Option.getOrThrow(settings).headers)["x-key"]}`)
  ]
] as const

describe.each(foreignSecrets)("%s", (name, secret, value) => {
  const reading = (environment: Readonly<Record<string, string>>) =>
    value.pipe(Effect.provide(ConfigProvider.layer(settingsProvider({
      flags: {},
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", ...environment }
    }))))

  it.effect("is a variable, or what a file holds that only its owner may read", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* reading({ [name]: secret }), secret)
      assert.strictEqual(yield* reading({ [`${name}_FILE`]: file(`${secret}\n`) }), secret)
      const open = yield* Effect.flip(reading({ [`${name}_FILE`]: file(secret, 0o644) }))
      assert.include(open.message, `${name}_FILE has mode 0644`)
      const both = yield* Effect.flip(reading({ [name]: secret, [`${name}_FILE`]: file(secret) }))
      assert.include(both.message, `${name}_FILE and ${name} are both set`)
      for (const { message } of [open, both]) assert.notInclude(message, "canary")
    }))
})
