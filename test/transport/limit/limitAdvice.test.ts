import { assert, describe, it } from "@effect/vitest"
import { limitAdvice } from "../../../src/transport/limit/limitAdvice.ts"

const now = 1_800_000_000

describe("limitAdvice", () => {
  it.each<readonly [Record<string, string>, number, number, number | null]>([
    [{ ratelimit: `"default";r=50;t=30` }, 50 / 30_000, 30_000, null],
    [{ "ratelimit-policy": "100;w=60", ratelimit: "remaining=5, reset=30" }, 5 / 30_000, 30_000, 100 / 60_000],
    [{ "ratelimit-limit": "100, 100;w=60", "ratelimit-remaining": "0", "ratelimit-reset": "9" }, 0, 9000, 100 / 60_000],
    [{ "ratelimit-policy": `"burst";q=100;w=60,"daily";q=1000;w=3600` }, 1000 / 3_600_000, 3_600_000, 1000 / 3_600_000],
    [{ "ratelimit-policy": "100;w=60" }, 100 / 60_000, 60_000, 100 / 60_000],
    [{ ratelimit: "limit=100, remaining=0, reset=7" }, 0, 7000, null],
    [{ "ratelimit-limit": "100", "ratelimit-remaining": "20", "ratelimit-reset": "10" }, 20 / 10_000, 10_000, null],
    [{ "x-ratelimit-remaining": "5", "x-ratelimit-reset": String(now + 5) }, 5 / 5000, 5000, null],
    [{ "x-ratelimit-remaining": " 5 ", "x-ratelimit-reset": " 7 " }, 5 / 7000, 7000, null],
    [{ "ratelimit-policy": " 100 ;w=60" }, 100 / 60_000, 60_000, 100 / 60_000],
    [{ "ratelimit-policy": "10;w=60, 5;w=1" }, 10 / 60_000, 60_000, 10 / 60_000],
    [{ ratelimit: "remaining = 5, reset=30, r=1, t=1" }, 5 / 30_000, 30_000, null],
    [{ "ratelimit-remaining": "0", "ratelimit-reset": "3600" }, 0, 3_600_000, null]
  ])("reads %j", (headers, perMillis, forMillis, limitPerMillis) => {
    assert.deepStrictEqual(limitAdvice(headers, now), { perMillis, forMillis, limitPerMillis })
  })

  it.each<Record<string, string>>([
    {},
    { ratelimit: "soon" },
    { ratelimit: `"default";r=50;t=0` },
    { "ratelimit-policy": `"default";q=0;w=60` },
    { "x-ratelimit-remaining": "5" },
    { "x-ratelimit-remaining": "-5", "x-ratelimit-reset": "5" },
    { "x-ratelimit-remaining": "5 of 6", "x-ratelimit-reset": "5" },
    { "x-ratelimit-remaining": "at 5", "x-ratelimit-reset": "5" },
    { "x-ratelimit-remaining": "5", "x-ratelimit-reset": "1000000000" },
    { "x-ratelimit-remaining": "5", "x-ratelimit-reset": "" },
    { "ratelimit-remaining": "0", "ratelimit-reset": "3601" },
    { "ratelimit-policy": "a 100;w=60" },
    { "ratelimit-policy": "100 a;w=60" },
    { "ratelimit-policy": "100" },
    { ratelimit: "unremaining=5" },
    { "x-ratelimit-remaining": "5", "x-ratelimit-reset": "999999" },
    { "x-ratelimit-remaining": "5", "x-ratelimit-reset": String(now - 5) }
  ])("passes over what makes no sense: %j", (headers) => assert.isUndefined(limitAdvice(headers, now)))
})
