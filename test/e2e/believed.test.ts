// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Which files the real program believes: planted by others, and mounted as systemd, Kubernetes and Docker do.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFile, execFileSync, spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { serveReplies } from "../kit/serveReplies.ts"
import { type Ended, type Environment, program, query, run, startSandbox, withFolder } from "./program.ts"

const isRoot = process.geteuid?.() === 0
const someone = 12_345
const group = 777
const has = (command: string, ...args: ReadonlyArray<string>) => spawnSync(command, args).status === 0
const canSwitch = isRoot && has("setpriv", "--version")
const canMount = isRoot && has("unshare", "-m", "true")
const canGrant = canSwitch && has("python3", "-c", "import os; os.setxattr")
for (
  const [can, what] of [
    [isRoot, "files of other users (it takes root)"],
    [canSwitch, "what another user's process reads (it takes root and setpriv)"],
    [canGrant, "an ACL as systemd's (it takes root, setpriv and python3)"],
    [canMount, "Docker's mount (it takes root and unshare -m)"]
  ] as const
) if (!can) console.warn(`SKIPPED here: ${what}`)

const year = ["--from", "2025-01-01", "--to", "2025-12-31"]
const signing = ["sign", "--wallet", "254700000001", "--to", "2024-03-31"]

/** Runs the program as another user, in some groups. */
const runAs = (
  uid: number,
  groups: ReadonlyArray<number>,
  args: ReadonlyArray<string>,
  options: { readonly env: Environment; readonly cwd: string }
): Promise<Ended> =>
  new Promise((done) => {
    const who = [`--reuid=${uid}`, `--regid=${uid}`, `--groups=${[uid, ...groups].join(",")}`]
    execFile(
      "setpriv",
      [...who, process.execPath, program, ...args],
      { env: { PATH: process.env["PATH"] ?? "", ...options.env }, cwd: options.cwd },
      (error, stdout, stderr) =>
        done({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, stdout, stderr })
    )
  })

const key = (folder: string): string => {
  const made = join(folder, "made")
  if (
    spawnSync(process.execPath, [program, "keygen", "--out", made, "--algorithm", "ecdsa-p256-sha256-der"]).status !== 0
  ) {
    throw new Error("no key was made")
  }
  return `${made}.pem`
}

const ecdsa = { WALLET_STATEMENT_SIGNATURE_ALGORITHM: "ecdsa-p256-sha256-der" }

describe.skipIf(process.platform === "win32")("a configuration file that lies where the program runs", () => {
  const credentials = {
    WALLET_STATEMENT_CONSUMER_KEY: "key-canary-of-the-user",
    WALLET_STATEMENT_CONSUMER_SECRET: "secret-canary-of-the-user",
    WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
    WALLET_STATEMENT_WALLETS: "254700000001",
    ...ecdsa
  }

  it("gets no credentials when others could write it, own it, or say where it is", () =>
    withFolder(async (folder) => {
      const evil = await serveReplies(() => ({ body: "{}" }))
      const env = { ...credentials, WALLET_STATEMENT_PRIVATE_KEY_FILE: key(folder) }
      const text = `base_url = "${evil.url}"\nallow_http_loopback = true\n`
      const there = join(folder, "open")
      mkdirSync(there)
      chmodSync(there, 0o777)
      const planted = join(there, "planted.toml")
      writeFileSync(planted, text, { mode: 0o600 })
      const file = join(folder, "wallet-statement.toml")
      const cases: ReadonlyArray<readonly [string, RegExp, () => void]> = [
        ["writable", /chmod go-w/, () => chmodSync(file, 0o666)],
        ...(isRoot
          ? [["another user's", /belongs to user 12345.*chown 0/, () => chownSync(file, someone, someone)] as const]
          : []),
        ["behind a link", /which others can write\. Run: chmod go-w/, () => {
          execFileSync("rm", [file])
          symlinkSync(planted, file)
        }]
      ]
      try {
        for (const [name, says, make] of cases) {
          execFileSync("rm", ["-f", file])
          writeFileSync(file, text, { mode: 0o600 })
          make()
          for (const args of [["pull", ...year], ["check"], ["pull", "--config", file, ...year]]) {
            const { code, stderr, stdout } = await run(args, { env, cwd: folder })
            assert.strictEqual(code, 2, `${name}: ${stderr}`)
            assert.match(stderr + stdout, says, name)
            assert.isAtMost(stderr.trim().split("\n").length, 1, stderr)
            assert.notInclude(stderr, evil.url)
          }
        }
        assert.deepStrictEqual(evil.requests, [])
        execFileSync("rm", [file])
        writeFileSync(file, text, { mode: 0o644 })
        const believed = await run(["pull", ...year], { env, cwd: folder })
        assert.include(believed.stderr, `${file} was found here and not named, and says where credentials go`)
        assert.isNotEmpty(evil.requests)
        const named = await run(["pull", "--config", file, ...year], { env, cwd: folder })
        assert.notInclude(named.stderr, "not named")
      } finally {
        await evil.stop()
      }
    }))

  it("names files beside it, and those of the database too", () =>
    withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "20"])
      try {
        const config = join(folder, "conf")
        mkdirSync(join(config, "keys"), { recursive: true })
        copyFileSync(sandbox.info.privateKeyFile, join(config, "keys/key.pem"))
        writeFileSync(join(config, "a.toml"), `private_key_file = "keys/key.pem"\ndb = "a.duckdb"\n`)
        const { WALLET_STATEMENT_PRIVATE_KEY_FILE: _, ...env } = sandbox.env
        const ended = await run(["pull", "--config", join(config, "a.toml"), ...year], { env, cwd: folder })
        assert.strictEqual(ended.code, 0, ended.stderr)
        assert.strictEqual((await query(join(config, "a.duckdb"), "FROM transactions")).length, 20)
      } finally {
        await sandbox.stop()
      }
    }))

  it("and files of certificates are refused when others can write them", () =>
    withFolder(async (folder) => {
      const env = { ...credentials, WALLET_STATEMENT_PRIVATE_KEY_FILE: key(folder) }
      const pem = join(folder, "authorities.pem")
      writeFileSync(pem, "-----BEGIN CERTIFICATE-----\n")
      chmodSync(pem, 0o666)
      const address = { WALLET_STATEMENT_BASE_URL: "https://127.0.0.1:1" }
      const pull = (extra: Environment) =>
        run(["pull", ...year], { env: { ...env, ...address, ...extra }, cwd: folder })
      const authorities = await pull({ WALLET_STATEMENT_CA_FILE: pem })
      assert.strictEqual(authorities.code, 2, authorities.stderr)
      assert.include(authorities.stderr, `chmod go-w ${pem}`)
      const shown = { WALLET_STATEMENT_CLIENT_CERT_FILE: pem, WALLET_STATEMENT_CLIENT_KEY_FILE: pem }
      const client = await pull(shown)
      assert.strictEqual(client.code, 2, client.stderr)
      assert.include(client.stderr, `chmod go-w ${pem}`)
    }))
})

describe.skipIf(process.platform === "win32")("an existing database", () => {
  it("is refused by pull when others can read or write it, with the chmod; check says so too", () =>
    withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "20"])
      const db = join(folder, "a.duckdb")
      const pull = (env: Environment = {}) => run(["pull", "--db", db, ...year], { env: { ...sandbox.env, ...env } })
      try {
        assert.strictEqual((await pull()).code, 0)
        for (const mode of [0o644, 0o660, 0o606]) {
          chmodSync(db, mode)
          const before = readFileSync(db)
          for (const ended of [await pull(), await run(["check", "--db", db], { env: sandbox.env })]) {
            assert.strictEqual(ended.code, 2, ended.stderr)
            assert.include(ended.stderr + ended.stdout, `chmod 600 ${db}`)
          }
          assert.deepStrictEqual(readFileSync(db), before)
        }
        chmodSync(db, 0o660)
        const shared = await pull({ WALLET_STATEMENT_ALLOW_DB_GROUP: "true" })
        assert.strictEqual(shared.code, 0, shared.stderr)
        chmodSync(db, 0o600)
        assert.strictEqual((await pull()).code, 0)
      } finally {
        await sandbox.stop()
      }
    }))
})

describe("secrets that are mounted", () => {
  it.skipIf(!canSwitch)(
    "are believed as Kubernetes mounts them, and its volume for the database",
    () =>
      withFolder(async (folder) => {
        chmodSync(folder, 0o755)
        const sandbox = await startSandbox(folder, ["--records", "20"])
        try {
          const mount = join(folder, "etc-wallet")
          const data = join(mount, "..2026_11_23_04_02_22.123456789")
          mkdirSync(data, { recursive: true })
          symlinkSync("..2026_11_23_04_02_22.123456789", join(mount, "..data"))
          const mounted = (name: string, content: string | Uint8Array): string => {
            writeFileSync(join(data, name), content)
            chownSync(join(data, name), 0, group)
            chmodSync(join(data, name), 0o440)
            symlinkSync(`..data/${name}`, join(mount, name))
            return join(mount, name)
          }
          const keyFile = mounted("key.pem", readFileSync(sandbox.info.privateKeyFile))
          const config = mounted(
            "wallet-statement.toml",
            `base_url = "${sandbox.info.url}"\nprivate_key_file = "key.pem"\ndb = "/dev/null"\n` +
              `consumer_secret = "${sandbox.info.consumerSecret}"\n`
          )
          for (const [path, mode] of [[mount, 0o3777], [data, 0o2755]] as const) {
            chownSync(path, 0, group)
            chmodSync(path, mode)
          }
          const volume = join(folder, "volume")
          mkdirSync(volume)
          chownSync(volume, 0, group)
          chmodSync(volume, 0o2770)
          const db = join(volume, "a.duckdb")
          const { WALLET_STATEMENT_CONSUMER_SECRET: _, WALLET_STATEMENT_PRIVATE_KEY_FILE: __, ...env } = sandbox.env
          const pull = (groups: ReadonlyArray<number>, extra: Environment = {}) =>
            runAs(someone, groups, ["pull", "--db", db, "--config", config, ...year], {
              env: { ...env, ...extra },
              cwd: folder
            })
          const outside = await pull([])
          assert.strictEqual(outside.code, 2, outside.stderr)
          const first = await pull([group])
          assert.strictEqual(first.code, 0, first.stderr)
          assert.strictEqual(statSync(db).gid, group)
          // What kubelet does to a volume with fsGroup each time it mounts it.
          chmodSync(db, 0o660)
          const refused = await pull([group])
          assert.strictEqual(refused.code, 2, refused.stderr)
          assert.include(refused.stderr, "WALLET_STATEMENT_ALLOW_DB_GROUP=true")
          const shared = await pull([group], { WALLET_STATEMENT_ALLOW_DB_GROUP: "true" })
          assert.strictEqual(shared.code, 0, shared.stderr)
          const sign = await runAs(someone, [group], signing, {
            env: { WALLET_STATEMENT_PRIVATE_KEY_FILE: keyFile },
            cwd: folder
          })
          assert.strictEqual(sign.code, 0, sign.stderr)
        } finally {
          await sandbox.stop()
        }
      })
  )

  it.skipIf(!canGrant)(
    "are believed as systemd mounts them: 0440 by an ACL for the service's user",
    () =>
      withFolder(async (folder) => {
        chmodSync(folder, 0o755)
        const file = key(folder)
        chmodSync(file, 0o400)
        const grant = `import os, struct, sys
entry = lambda tag, rights, who=0xffffffff: struct.pack("<HHI", tag, rights, who)
os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack("<I", 2) + entry(1, 4) + entry(2, 4, int(sys.argv[2]))
  + entry(4, 0) + entry(16, 4) + entry(32, 0))`
        execFileSync("python3", ["-c", grant, file, String(someone)])
        assert.strictEqual(statSync(file).mode & 0o777, 0o440)
        const env = { ...ecdsa, WALLET_STATEMENT_PRIVATE_KEY_FILE: file }
        const service = await runAs(someone, [], signing, { env, cwd: folder })
        assert.strictEqual(service.code, 0, service.stderr)
        const other = await runAs(54_321, [], signing, { env, cwd: folder })
        assert.strictEqual(other.code, 2)
        assert.include(other.stderr, "EACCES")
      })
  )

  it.skipIf(!canMount)(
    "are believed as Docker mounts them: root's, 0444, in /run/secrets",
    () =>
      withFolder(async (folder) => {
        chmodSync(folder, 0o755)
        const file = key(folder)
        const script = `mount -t tmpfs none /run && mkdir -m 755 /run/secrets && cp "$1" /run/secrets/key &&
        chmod "$2" /run/secrets/key && shift 2 && exec setpriv --reuid=${someone} --regid=${someone} --clear-groups "$@"`
        const inContainer = (mode: string) =>
          spawnSync(
            "unshare",
            ["-m", "sh", "-c", script, "sh", file, mode, process.execPath, program, ...signing],
            {
              encoding: "utf8",
              env: {
                PATH: process.env["PATH"] ?? "",
                ...ecdsa,
                WALLET_STATEMENT_PRIVATE_KEY_FILE: "/run/secrets/key"
              }
            }
          )
        const docker = inContainer("0444")
        assert.strictEqual(docker.status, 0, docker.stderr)
        const writable = inContainer("0666")
        assert.strictEqual(writable.status, 2, writable.stderr)
      })
  )
})
