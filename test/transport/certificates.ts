/**
 * Certificates made on the spot with the openssl command, each wrong in one way.
 */
import { Effect, Schedule } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Whether there is an openssl command to make them with. */
export const hasOpenssl = ((): boolean => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** A certificate with its chain behind it, and its key, as PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

const dayMillis = 86_400_000
const stamp = (days: number): string =>
  new Date(Date.now() + days * dayMillis).toISOString().replace(/[-:T]|\.\d+/g, "")

/** An authority of its own, in a folder of its own. */
export class Authority {
  readonly folder = mkdtempSync(join(tmpdir(), "certificates-"))
  private made = 0

  constructor(name = "test authority") {
    const { folder } = this
    this.openssl(
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "30"],
      ["-subj", `/CN=${name}`, "-addext", "basicConstraints=critical,CA:TRUE"]
    )
    writeFileSync(join(folder, "index.txt"), "")
    writeFileSync(
      join(folder, "ca.cnf"),
      "[ca]\ndefault_ca=a\n[a]\ndatabase=index.txt\nnew_certs_dir=.\nserial=serial\nrand_serial=yes\ndefault_md=sha256\n"
        + "policy=p\ncopy_extensions=copy\nunique_subject=no\n[p]\ncommonName=supplied\n"
    )
  }

  get caFile(): string {
    return join(this.folder, "ca.pem")
  }

  get ca(): string {
    return this.read("ca.pem")
  }

  /** A leaf for `127.0.0.1` unless told otherwise, good from yesterday until in ten days. */
  issue(options: {
    readonly host?: string
    readonly fromDays?: number
    readonly toDays?: number
    readonly bits?: number
    readonly authority?: boolean
    readonly by?: { readonly cert: string; readonly key: string }
  } = {}): Identity {
    const {
      authority = false,
      bits = 2048,
      by = { cert: "ca.pem", key: "ca.key" },
      fromDays = -1,
      host = "IP:127.0.0.1"
    } = options
    const name = `leaf-${++this.made}`
    this.openssl(
      ["req", "-newkey", `rsa:${bits}`, "-nodes", "-keyout", `${name}.key`, "-out", `${name}.csr`],
      ["-subj", `/CN=${name}`, "-addext", authority ? "basicConstraints=critical,CA:TRUE" : `subjectAltName=${host}`]
    )
    this.openssl(
      ["ca", "-config", "ca.cnf", "-batch", "-notext", "-in", `${name}.csr`, "-out", `${name}.pem`],
      ["-cert", by.cert, "-keyfile", by.key, "-startdate", stamp(fromDays), "-enddate", stamp(options.toDays ?? 10)]
    )
    return { cert: this.read(`${name}.pem`), key: this.read(`${name}.key`) }
  }

  /** A leaf below an intermediate authority, without that authority's certificate. */
  issueBelow(): Identity & { readonly between: string } {
    const between = this.issue({ authority: true })
    const by = { cert: `leaf-${this.made}.pem`, key: `leaf-${this.made}.key` }
    return { ...this.issue({ by }), between: between.cert }
  }

  /** A certificate that nobody else signed. */
  selfSigned(): Identity {
    this.openssl(
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "self.key", "-out", "self.pem", "-days", "5"],
      ["-subj", "/CN=self", "-addext", "subjectAltName=IP:127.0.0.1"]
    )
    return { cert: this.read("self.pem"), key: this.read("self.key") }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  private read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8")
  }

  private openssl(...parts: ReadonlyArray<ReadonlyArray<string>>): void {
    execFileSync("openssl", parts.flat(), { cwd: this.folder, stdio: "ignore" })
  }
}

/** A port of this machine that is free at the moment. */
const freePort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" ? address?.port ?? 0 : 0)))
  })
})

const answers = (port: number) =>
  Effect.callback<void, "silent">((resume) => {
    const socket = connect(port, "127.0.0.1", () => resume(Effect.asVoid(Effect.sync(() => socket.destroy()))))
    socket.on("error", () => resume(Effect.fail("silent")))
  })

/** OpenSSL's own server, which says with an alert what is wrong with a client's certificate; Node's just hangs up. */
export const strictServer = Effect.fnUntraced(function*(authority: Authority, version: "TLSv1.2" | "TLSv1.3") {
  const { cert, key } = authority.issue()
  writeFileSync(join(authority.folder, "server.pem"), cert)
  writeFileSync(join(authority.folder, "server.key"), key)
  const port = yield* freePort
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(
        "openssl",
        ["s_server", "-accept", `127.0.0.1:${port}`, "-cert", "server.pem", "-key", "server.key", "-CAfile", "ca.pem"]
          .concat(["-Verify", "1", "-verify_return_error", "-www", version === "TLSv1.2" ? "-tls1_2" : "-tls1_3"]),
        { cwd: authority.folder, stdio: "ignore" }
      )
    ),
    (server) => Effect.sync(() => server.kill())
  )
  yield* answers(port).pipe(Effect.retry({ times: 100, schedule: Schedule.spaced("50 millis") }), Effect.orDie)
  return port
})
