import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { createGunzip, gunzipSync } from "node:zlib"
import { type AnswerFault, type RecordFault, Sandbox } from "../../src/sandbox/index.ts"
import { login, outcome, type Received, recordsOf, statement, token } from "./caller.ts"

type Statement<T> = T extends AnswerFault ? Omit<T, "on"> : never

/** One statement request to a sandbox with a fault; the login is sound. */
const struck = Effect.fnUntraced(function*(fault: Statement<AnswerFault>) {
  const sandbox = yield* Sandbox.serve({ faults: [{ ...fault, on: "statement" } as AnswerFault] })
  return { sandbox, exchange: statement(sandbox, { token: yield* token(sandbox), limit: 100 }) }
})

const answerTo = (fault: Statement<AnswerFault>) => Effect.flatMap(struck(fault), ({ exchange }) => exchange)

const untilAsked = Effect.fnUntraced(function*(sandbox: Sandbox["Service"], requests: number) {
  while ((yield* sandbox.stats).requests < requests) {
    yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
  }
})

describe("an ordered fault of an answer", () => {
  for (const status of [500, 502, 503, 504, 429, 408, 403]) {
    it.effect(`answers ${status} with Retry-After`, () =>
      Effect.gen(function*() {
        const reply = yield* answerTo({ kind: "status", status, retryAfter: "7" })
        assert.deepStrictEqual([reply.status, reply.headers["retry-after"]], [status, "7"])
        assert.deepInclude(JSON.parse(reply.body.toString()), { success: false })
      }))
  }

  it.effect("answers 401 although the token is good", () =>
    Effect.gen(function*() {
      const { exchange, sandbox } = yield* struck({ kind: "unauthorized", when: { first: 1 } })
      assert.strictEqual((yield* exchange).status, 401)
      assert.strictEqual((yield* exchange).status, 200)
      assert.strictEqual((yield* sandbox.stats).faults.unauthorized, 1)
    }))

  it.effect("says success: false with status 200", () =>
    Effect.gen(function*() {
      const reply = yield* answerTo({ kind: "refused", message: "no\nway" })
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(JSON.parse(reply.body.toString()), { success: false, message: "no\nway" })
    }))

  it.effect("refuses the address or the signature", () =>
    Effect.gen(function*() {
      const address = yield* answerTo({ kind: "address-refused" })
      const signature = yield* answerTo({ kind: "signature-refused" })
      assert.deepStrictEqual([address.status, signature.status], [403, 403])
      assert.include(address.body.toString(), "IP address not allowed.")
      assert.include(signature.body.toString(), "Invalid signature.")
    }))

  it.effect("gives the right answer with a Date that is off", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-03-01T12:00:00Z"))
      const reply = yield* answerTo({ kind: "clock", seconds: -600 })
      assert.strictEqual(reply.status, 200)
      assert.lengthOf(recordsOf(reply), 100)
      assert.strictEqual(reply.headers.date, "Sun, 01 Mar 2026 11:50:00 GMT")
    }))

  it.effect("sends a page of HTML with 200 or 502", () =>
    Effect.gen(function*() {
      const ok = yield* answerTo({ kind: "html" })
      const bad = yield* answerTo({ kind: "html", status: 502 })
      assert.deepStrictEqual([ok.status, bad.status], [200, 502])
      assert.include(ok.headers["content-type"], "text/html")
      assert.include(bad.body.toString(), "<html>")
    }))

  it.effect("sends no body, broken JSON, or JSON of one's own", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* answerTo({ kind: "empty" })).body, 0)
      const broken = yield* answerTo({ kind: "wrong-json" })
      assert.throws(() => JSON.parse(broken.body.toString()) as unknown)
      assert.strictEqual((yield* answerTo({ kind: "wrong-json", text: "[1]" })).body.toString(), "[1]")
    }))

  it.effect("nests brackets as deep as ordered", () =>
    Effect.gen(function*() {
      const { body } = yield* answerTo({ kind: "deep", depth: 100_000 })
      assert.strictEqual(body.toString().split("[").length - 1, 100_000)
    }))

  it.effect("sends as many bytes as ordered", () =>
    Effect.gen(function*() {
      const { body } = yield* answerTo({ kind: "oversized", bytes: 3_500_000 })
      assert.lengthOf(body, 3_500_000)
      assert.deepInclude(JSON.parse(body.toString()), { success: true })
    }))

  it.effect("compresses the right answer, or a bomb", () =>
    Effect.gen(function*() {
      const { exchange, sandbox } = yield* struck({ kind: "gzip" })
      const reply = yield* exchange
      assert.strictEqual(reply.headers["content-encoding"], "gzip")
      assert.lengthOf(recordsOf({ ...reply, body: gunzipSync(reply.body) }), 100)
      assert.strictEqual((yield* sandbox.stats).recordsSent, 100)
      const bomb = yield* answerTo({ kind: "gzip-bomb", bytes: 40_000_000 })
      assert.isTrue(bomb.body.length < 100_000)
      const unpacked = yield* Effect.callback<number>((resume) => {
        let bytes = 0
        const gunzip = createGunzip().on("data", (chunk: Buffer) => (bytes += chunk.length))
        gunzip.on("end", () => resume(Effect.succeed(bytes))).end(bomb.body)
      })
      assert.isTrue(unpacked >= 40_000_000)
    }))

  it.effect("keeps the right answer back for as long as ordered", () =>
    Effect.gen(function*() {
      const { exchange, sandbox } = yield* struck({ kind: "slow", millis: 30_000 })
      const fiber = yield* Effect.forkChild(exchange)
      yield* untilAsked(sandbox, 2)
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.lengthOf(recordsOf(yield* Fiber.join(fiber)), 100)
    }))

  it.effect("never answers", () =>
    Effect.gen(function*() {
      const { exchange, sandbox } = yield* struck({ kind: "no-answer" })
      const fiber = yield* Effect.forkChild(exchange)
      yield* untilAsked(sandbox, 2)
      yield* TestClock.adjust("30 days")
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
      assert.isUndefined((yield* sandbox.requests)[1]?.status)
    }))

  it.effect("resets the connection, or ends it in the middle of the body", () =>
    Effect.gen(function*() {
      const reset = yield* struck({ kind: "reset" })
      assert.strictEqual(yield* outcome(reset.exchange), "ECONNRESET")
      const truncated = yield* struck({ kind: "truncated" })
      assert.strictEqual(yield* outcome(truncated.exchange), "ECONNRESET")
      assert.strictEqual((yield* truncated.sandbox.stats).recordsSent, 0)
    }))

  for (const status of [301, 302, 303, 307, 308] as const) {
    it.effect(`redirects with ${status}, to the same origin or another`, () =>
      Effect.gen(function*() {
        const same = yield* answerTo({ kind: "redirect", status })
        const other = yield* answerTo({ kind: "redirect", status, location: "http://127.0.0.1:9/elsewhere" })
        assert.deepStrictEqual([same.status, same.headers.location], [status, "/api/v2/moved"])
        assert.strictEqual(other.headers.location, "http://127.0.0.1:9/elsewhere")
      }))
  }

  it.effect("can be for login", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve({ faults: [{ on: "login", kind: "status", status: 500 }] })
      const reply = yield* login(sandbox, {})
      assert.deepStrictEqual(JSON.parse(reply.body.toString()), { success: false, message: "Internal server error." })
    }))

  it.effect("strikes the first requests, certain ones, or a share that follows from the seed", () =>
    Effect.gen(function*() {
      const strikes = Effect.fnUntraced(function*(seed: number, when: NonNullable<AnswerFault["when"]>) {
        const sandbox = yield* Sandbox.serve({ seed, faults: [{ on: "login", kind: "status", status: 503, when }] })
        const statuses = yield* Effect.forEach(Array.from({ length: 40 }), () => login(sandbox, {}))
        return statuses.flatMap(({ status }, index) => (status === 503 ? [index + 1] : []))
      })
      assert.deepStrictEqual(yield* strikes(1, { first: 3 }), [1, 2, 3])
      assert.deepStrictEqual(yield* strikes(1, { requests: [2, 40] }), [2, 40])
      assert.deepStrictEqual(yield* strikes(1, { rate: 0 }), [])
      assert.lengthOf(yield* strikes(1, { rate: 1 }), 40)
      const share = yield* strikes(1, { rate: 0.5 })
      assert.isTrue(share.length > 8 && share.length < 32)
      assert.deepStrictEqual(yield* strikes(1, { rate: 0.5 }), share)
      assert.notDeepEqual(yield* strikes(2, { rate: 0.5 }), share)
    }))

  it.effect("can be switched on and off while the sandbox runs", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      const ask = statement(sandbox, { token: yield* token(sandbox) })
      assert.strictEqual((yield* ask).status, 200)
      yield* sandbox.control.configure({ faults: [{ on: "statement", kind: "status", status: 504 }] })
      assert.strictEqual((yield* ask).status, 504)
      yield* sandbox.control.configure({ faults: [] })
      assert.strictEqual((yield* ask).status, 200)
    }))
})

describe("an ordered fault of records", () => {
  const which = { records: [2] }
  const pageWith = Effect.fnUntraced(function*(fault: RecordFault, limit = 5000) {
    const sandbox = yield* Sandbox.serve({
      order: "oldest-first",
      recordFaults: [fault],
      wallets: [{ walletNo: "254700000001", records: 10 }]
    })
    return { page: recordsOf(yield* statement(sandbox, { limit })), sandbox }
  })
  const third = (fault: Omit<RecordFault, "which">) =>
    Effect.map(pageWith({ ...fault, which }), ({ page }): Partial<Received> => page[2] ?? {})

  it.effect("leaves a record out without a word", () =>
    Effect.gen(function*() {
      const whole = yield* pageWith({ kind: "missing", which: { records: [] } })
      const { page, sandbox } = yield* pageWith({ kind: "missing", which })
      assert.deepStrictEqual(page, whole.page.toSpliced(2, 1))
      assert.lengthOf(recordsOf(yield* statement(sandbox)), 9)
      assert.strictEqual((yield* sandbox.truth)[0]?.records, 10)
    }))

  it.effect("leaves a record out the first time only", () =>
    Effect.gen(function*() {
      const { page, sandbox } = yield* pageWith({ kind: "missing", which, times: 1 })
      assert.lengthOf(page, 9)
      assert.lengthOf(recordsOf(yield* statement(sandbox)), 10)
    }))

  it.effect("sends a record twice, within the limit", () =>
    Effect.gen(function*() {
      const { page } = yield* pageWith({ kind: "duplicated", which })
      assert.lengthOf(page, 11)
      assert.deepStrictEqual(page[2], page[3])
      assert.lengthOf((yield* pageWith({ kind: "duplicated", which }, 3)).page, 3)
    }))

  it.effect("spoils one field or the whole record, each in its way", () =>
    Effect.gen(function*() {
      assert.isString(yield* third({ kind: "not-an-object" }))
      assert.notProperty(yield* third({ kind: "missing-field", field: "amount" }), "amount")
      assert.isNull((yield* third({ kind: "null-field", field: "txnId" })).txnId)
      assert.strictEqual((yield* third({ kind: "wrong-type", field: "confirmed" })).confirmed as unknown, "yes")
      assert.strictEqual((yield* third({ kind: "bad-date" })).date, "2025-02-30 25:61:00 PM")
      assert.strictEqual((yield* third({ kind: "bad-amount" })).amount, "1,000.00")
      assert.strictEqual((yield* third({ kind: "amount-too-precise" })).amount, "10.00001")
      assert.strictEqual((yield* third({ kind: "amount-too-large" })).amount, 123_456_789_012_345)
      assert.strictEqual((yield* third({ kind: "unconfirmed" })).confirmed, false)
      assert.strictEqual((yield* third({ kind: "blank-id" })).txnId, "")
      assert.property(yield* third({ kind: "extra-fields" }), "channel")
      assert.include((yield* third({ kind: "hostile-text" })).description, "\u001B[2J")
      assert.lengthOf(Object.keys(yield* third({ kind: "missing-field" })), 6)
    }))

  it.effect("turns the marker against the hour", () =>
    Effect.gen(function*() {
      const { date = "" } = yield* third({ kind: "marker-conflict" })
      assert.strictEqual(date.slice(20), Number(date.slice(11, 13)) < 12 ? "PM" : "AM")
    }))

  it.effect("strikes a share of the records, the same ones each time, of one wallet if so ordered", () =>
    Effect.gen(function*() {
      const wallets = ["A", "B"].map((walletNo) => ({ walletNo, records: 1000 }))
      const recordFaults = [{ kind: "blank-id", which: { rate: 0.1 }, walletNo: "A" }] as const
      const sandbox = yield* Sandbox.serve({ wallets, recordFaults })
      const blank = (wallet: string) =>
        Effect.map(
          statement(sandbox, { wallet }),
          (reply) => recordsOf(reply).flatMap(({ txnId }, index) => (txnId === "" ? [index] : []))
        )
      const struckOnce = yield* blank("A")
      assert.isTrue(struckOnce.length > 50 && struckOnce.length < 200)
      assert.deepStrictEqual(yield* blank("A"), struckOnce)
      assert.deepStrictEqual(yield* blank("B"), [])
    }))
})
