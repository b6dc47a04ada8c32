/**
 * The simulated service of the interface at the boundary of the HttpClient: it answers in memory, and writes down
 * everything that it was asked and said.
 */
import { Effect, Stream } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { createHash } from "node:crypto"
import { dayMillis, dayText } from "./calendar.ts"
import { Chance } from "./Chance.ts"
import { type Entry, localTime, show, type Shown } from "./Entry.ts"
import { drawFault, drawRefusal, type Reply } from "./replies.ts"
import type { Scenario, Weather } from "./Scenario.ts"
import { daysIn, isIn, spanOf } from "./ServiceDays.ts"
import type { Story } from "./Story.ts"
import type { Ledger, World } from "./World.ts"

/** An attempt at a request, as it arrived and was answered. */
export interface Attempt {
  readonly at: number
  readonly kind: "login" | "statement"
  /** The wallet that a statement was asked of. */
  readonly walletNo: string | null
  readonly body: string
  /** The token that a statement was asked with, or a login gave out. */
  readonly token: string | null
  /** `ok`, `token refused`, or what went wrong. */
  readonly outcome: string
  /** The instant before which the service does not want to be asked again. */
  readonly notBefore: number | null
  /** When a token that was given out ends to be good. */
  readonly tokenUntil: number | null
  /** Set when the client did not wait for the reply. */
  isGivenUp: boolean
}

/** A statement that was answered. */
export interface Answer {
  readonly at: number
  /** The run that it was given to last. */
  readonly run: number
  readonly walletNo: string
  readonly from: number
  readonly to: number
  readonly limit: number
  /** The days that are whole in what the service takes the request for. */
  readonly firstDay: number
  readonly lastDay: number
  /** The records of the answer, in its order. */
  readonly sent: ReadonlyArray<Shown>
  /** What the ledger holds of those days and shows, before anything was left out, repeated or cut off. */
  readonly whole: ReadonlyArray<Shown>
  /** What it shows of the days asked for, and of two days around them, when it is asked for other days. */
  readonly beyond: ReadonlyArray<Shown>
}

/** An answer's bytes, and the records in them. */
interface Wording {
  readonly body: string
  readonly sent: ReadonlyArray<Shown>
}

const signatureOf = (walletNo: string, toDate: string, limit: number): string =>
  createHash("sha256").update(`${walletNo}${toDate}${limit}`).digest("base64")

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

interface StatementBody {
  readonly wallet_no: string
  readonly from_date: string
  readonly to_date: string
  readonly limit: number
}

/** Answers logins and statements. */
export class Service {
  /** What the present run asked. */
  attempts: Array<Attempt> = []
  /** The present run, counted from 1. */
  run = 0
  /** Answers by the SHA-256 of their bodies, which are all different. */
  readonly answers = new Map<string, Answer>()
  private readonly wordings = new Map<string, Wording>()
  weather: Weather
  /** Whether answers show all that there is, however few days they are asked for. */
  isCalm = false
  /** Whether every reply tells the service's time, and not only statements: a machine with a wrong clock needs it. */
  isDated = false
  readonly client: HttpClient.HttpClient
  private readonly scenario: Scenario
  private readonly world: World
  private readonly chance: Chance
  private readonly story: Story
  private readonly now: () => number
  private readonly tokens = new Map<string, number>()
  private serial = 0
  private readonly poor: Chance

  constructor(scenario: Scenario, world: World, chance: Chance, story: Story, now: () => number) {
    this.scenario = scenario
    this.world = world
    this.chance = chance
    this.story = story
    this.now = now
    this.poor = Chance.named(scenario.seed, "poor answers")
    this.weather = scenario.weather
    this.client = HttpClient.make((request, url) => Effect.suspend(() => this.receive(request, url)))
  }

  private receive(
    request: HttpClientRequest.HttpClientRequest,
    url: URL
  ): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError> {
    const [attempt, reply] = this.reply(request, url.pathname)
    const wait = reply._tag === "Never"
      ? Effect.never
      : Effect.sleep(this.chance.between(1, this.scenario.latencyMillis))
    const answer = reply._tag === "Body" || reply._tag === "CutOff"
      ? Effect.sync(() => responseOf(request, reply))
      : Effect.fail(transportError(request, reply._tag === "Broken" ? reply.code : "UNKNOWN"))
    const giveUp = Effect.sync(() => {
      attempt.isGivenUp = true
    })
    return wait.pipe(Effect.onInterrupt(() => giveUp), Effect.andThen(answer))
  }

  private reply(request: HttpClientRequest.HttpClientRequest, path: string): readonly [Attempt, Reply] {
    const body = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
    const kind = path === "/api/v2/auth/login" ? "login" : "statement"
    const statement: StatementBody | null = kind === "statement" ? JSON.parse(body) : null
    const token = (request.headers["authorization"] ?? "").replace(/^Bearer /, "")
    const drawn = this.trouble(kind) ?? (statement === null ? this.login() : this.statement(request, statement, token))
    const reply = this.isDated && "headers" in drawn
      ? { ...drawn, headers: { date: new Date(this.now()).toUTCString(), ...drawn.headers } }
      : drawn
    const isIssued = reply._tag === "Body" && reply.tokenUntil !== undefined
    const attempt: Attempt = {
      at: this.now(),
      kind,
      walletNo: statement?.wallet_no ?? null,
      body,
      token: statement !== null ? token : isIssued ? reply.says ?? null : null,
      outcome: reply.outcome,
      notBefore: "notBefore" in reply ? reply.notBefore ?? null : null,
      tokenUntil: isIssued ? reply.tokenUntil ?? null : null,
      isGivenUp: false
    }
    this.attempts.push(attempt)
    if (reply.outcome !== "ok") this.story.count(`reply: ${reply.outcome}`)
    this.story.tell(() => {
      const of = statement === null ? "" : ` ${statement.wallet_no} ${statement.from_date}..${statement.to_date}`
      const wait = "notBefore" in reply && reply.notBefore !== undefined
        ? `, not before +${reply.notBefore - this.now()} ms`
        : ""
      return `asked: ${kind}${of}: ${reply.outcome}${wait}${"says" in reply ? ` ${reply.says}` : ""}`
    })
    return [attempt, reply]
  }

  private trouble(kind: Attempt["kind"]): Reply | undefined {
    if (this.chance.happens(this.weather.fault)) return drawFault(this.chance, this.now())
    return this.chance.happens(this.weather.refusal) ? drawRefusal(this.chance, kind) : undefined
  }

  private login(): Reply {
    const life = this.scenario.tokenLifeSeconds
    const token = `token-${++this.serial}`
    const until = this.now() + life * 1000
    this.tokens.set(token, until)
    const data = { access_token: token, token_type: "bearer", expires_in: life }
    const body = JSON.stringify({ success: true, message: "Welcome.", data })
    return { _tag: "Body", outcome: "ok", status: 200, headers: {}, body, tokenUntil: until, says: token }
  }

  private statement(request: HttpClientRequest.HttpClientRequest, asked: StatementBody, token: string): Reply {
    const { wallet_no: walletNo, from_date: fromDate, limit, to_date: toDate } = asked
    this.story.expect(
      request.headers["signature"] === signatureOf(walletNo, toDate, limit),
      () => `a request for ${walletNo} ${fromDate}..${toDate} has a wrong signature`
    )
    if (this.chance.happens(this.weather.revocation)) this.tokens.delete(token)
    if (!(this.now() < (this.tokens.get(token) ?? 0))) {
      const body = JSON.stringify({ success: false, message: "Unauthorized." })
      return { _tag: "Body", outcome: "token refused", status: 401, headers: {}, body }
    }
    const ledger = this.world.ledgers.find((each) => each.walletNo === walletNo)
    if (ledger === undefined) throw new Error(`nobody has the wallet ${walletNo}`)
    return this.answer(ledger, Date.parse(fromDate) / 86_400_000, Date.parse(toDate) / 86_400_000, limit)
  }

  private answer(ledger: Ledger, from: number, to: number, limit: number): Reply {
    const { chance } = this
    const span = spanOf(daysIn(this.scenario, this.run), from, to)
    const [firstDay, lastDay] = [Math.ceil(span.start / dayMillis), Math.floor(span.end / dayMillis) - 1]
    const around = this.world.visible(ledger, from - 2, to + 2, this.now())
    const whole = around.filter((entry) => isIn(span, localTime(entry)))
    const showing = (entry: Entry): Shown => show(entry, ledger.reading, chance.below(40))
    const drawn = this.inOrder(whole.filter((entry) => !this.isShy(entry, to - from) && this.isTold(entry)))
      .flatMap((entry) => {
        const isRepeated = chance.happens(this.weather.repeat / 5)
        if (isRepeated) this.story.count("record repeated within an answer")
        return isRepeated ? [showing(entry), showing(entry)] : [showing(entry)]
      })
      .filter(this.poverty())
      .slice(0, Math.min(limit, this.scenario.cap ?? limit))
    const { body, sent } = this.wording(`${ledger.walletNo} ${from} ${to} ${limit}`, drawn)
    const hash = sha256(body)
    this.answers.set(hash, {
      at: this.now(),
      run: this.run,
      walletNo: ledger.walletNo,
      from,
      to,
      limit,
      firstDay,
      lastDay,
      sent,
      whole: whole.map(showing),
      beyond: around.filter((entry) => !whole.includes(entry)).map((entry) => show(entry, ledger.reading, 0))
    })
    const says = `${sent.length} of ${whole.length} records of ${dayText(firstDay)}..${dayText(lastDay)}`
    return {
      _tag: "Body",
      outcome: "ok",
      status: 200,
      headers: { date: new Date(this.now()).toUTCString() },
      body,
      says
    }
  }

  /** In every other world a service that has the same to say as once before says it in the same bytes. */
  private wording(request: string, drawn: ReadonlyArray<Shown>): Wording {
    const contents = drawn.map((each) => JSON.stringify([each.key, each.time, each.content, `${each.balance}`])).sort()
    const about = [request, ...contents].join("\n")
    const before = this.scenario.seed % 2 === 0 ? this.wordings.get(about) : undefined
    if (before !== undefined) {
      this.story.count("the same answer again")
      return before
    }
    const records = drawn.map(({ raw }) => raw).join(",")
    const wording = { body: `{"success":true,"message":"Answer ${++this.serial}.","data":[${records}]}`, sent: drawn }
    this.wordings.set(about, wording)
    return wording
  }

  /** What a poor answer still shows: nothing, or what is older than some hours or days. */
  private poverty(): (shown: Shown) => boolean {
    const { poor, story, weather } = this
    if (!poor.happens(weather.poor ?? 0)) return () => true
    const lag = poor.pick([null, 2, 24, 72, 240])
    story.count(lag === null ? "answer empty" : "answer lagging")
    story.tell(() => (lag === null ? "an empty answer" : `an answer that is ${lag} hours old`))
    const before = this.now() - (lag ?? 0) * 3_600_000
    return ({ time }) => lag !== null && time < before
  }

  private isShy({ key }: Entry, days: number): boolean {
    const { shyOneIn } = this.scenario
    const isShy = shyOneIn !== undefined && !this.isCalm && days <= 2 && key % shyOneIn === 0
    if (isShy) this.story.count("record left out of a small answer")
    return isShy
  }

  private isTold(entry: Entry): boolean {
    if (entry.omitted === "never" || this.weather.omission === 0) return true
    this.story.count(`record left out ${entry.omitted}`)
    if (entry.omitted === "once") entry.omitted = "never"
    return false
  }

  private inOrder(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> {
    if (this.scenario.order === "shuffled") return this.chance.shuffled(entries)
    const sign = this.scenario.order === "newest" ? -1 : 1
    return [...entries].sort((left, right) =>
      sign * (left.day - right.day || left.second - right.second || left.place - right.place)
    )
  }
}

const transportError = (request: HttpClientRequest.HttpClientRequest, code: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, cause: Object.assign(new Error("broken"), { code }) })
  })

const responseOf = (
  request: HttpClientRequest.HttpClientRequest,
  reply: Extract<Reply, { readonly _tag: "Body" | "CutOff" }>
): HttpClientResponse.HttpClientResponse => {
  const { body, headers, status } = reply
  const response = HttpClientResponse.fromWeb(request, new Response(null, { status, headers }))
  const bytes = Stream.make(new TextEncoder().encode(body))
  const stream = reply._tag === "CutOff" && reply.isNoticed
    ? Stream.concat(bytes, Stream.fail(transportError(request, "UND_ERR_SOCKET")))
    : bytes
  Object.defineProperty(response, "stream", { value: stream })
  return response
}
