/**
 * What is told of boundaries between days where rows leave something open: they tell no balance, are not confirmed, stand near a
 * midnight or in a wrong order, name no currency, or were not loaded.
 */
import { assert, describe, it } from "@effect/vitest"
import { row, settled, told, windowOf, type Windows } from "./standings.ts"
import { inUsd, nameless, silent, unconfirmed } from "./windows.ts"

const a = row(1, 60, 0, 10)
const back = row(1, 60, 10, 0)

/** What there is, the boundaries from one to another, and what stands there. */
const cases: ReadonlyArray<readonly [string, Windows, from: number, to: number, string]> = [
  [
    "rows without a balance next to each other hide what stands between them",
    [windowOf(0, 3, [a, row(2, 60, 10, 12, silent), row(3, 60, 12, 15, silent)]), windowOf(4, 5, [row(4, 60, 15, 20)])],
    2,
    5,
    "[10] no-balance [15] [20]"
  ],
  [
    "and in windows of their own",
    [
      windowOf(0, 1, [a]),
      windowOf(2, 2, [row(2, 60, 10, 15, silent)]),
      windowOf(3, 3, [row(3, 60, 15, 20, silent)]),
      windowOf(4, 5, [row(4, 60, 20, 30), row(4, 60, 30, 20)])
    ],
    2,
    5,
    "[10] no-balance [20 30] [20 30]"
  ],
  [
    "what tells a balance behind them is told from",
    [
      windowOf(0, 0, [row(0, 60, 5, 10)]),
      windowOf(1, 1, [row(1, 60, 10, 15, silent)]),
      windowOf(2, 2, [row(2, 60, 15, 20)]),
      windowOf(3, 4, [row(3, 60, 20, 30), row(3, 60, 30, 20)])
    ],
    1,
    4,
    "[10] [15] [20] [20]"
  ],
  [
    "rows without a balance behind others of a window hide nothing before these",
    [
      windowOf(0, 0, [row(0, 60, 5, 10)]),
      windowOf(1, 3, [row(1, 60, 10, 20), row(1, 60, 20, 10), row(2, 60, 1, 2, silent)])
    ],
    0,
    3,
    "[5] [10] [10] no-balance"
  ],
  [
    "a row without a balance near a midnight may stand on either side of it",
    [windowOf(0, 3, [a, row(2, 86_399, 10, 20, silent)], 5), windowOf(4, 5, [row(4, 60, 20, 30)], 5)],
    2,
    5,
    "[10] midnight [20] [30]"
  ],
  [
    "such a row may stand on its eve",
    [windowOf(0, 1, [row(0, 60, 0, 10)], 5), windowOf(2, 5, [row(3, 1, 10, 20, silent), row(4, 60, 20, 30)], 5)],
    1,
    4,
    "[10] [10] midnight [20]"
  ],
  [
    "more rows near a midnight than can be told apart leave it open",
    [
      windowOf(0, 2, [a, ...Array.from({ length: 10 }, (_, index) => row(2, 86_399, 10 + index, 11 + index))], 5),
      windowOf(3, 5, [row(4, 60, 20, 30)], 5)
    ],
    2,
    4,
    "[10] midnight [20]"
  ],
  [
    "rows near a midnight with a gap between them leave it open",
    [windowOf(0, 2, [row(2, 86_398, 0, 10), row(2, 86_399, 15, 20)], 5), windowOf(3, 5, [row(4, 60, 20, 31)], 5)],
    2,
    3,
    "[0] order"
  ],
  [
    "what stands behind a gap is told from",
    [
      windowOf(0, 0, [row(0, 60, 5, 10)]),
      windowOf(1, 1, [row(1, 60, 15, 20)]),
      windowOf(2, 4, [row(2, 60, 20, 30), row(2, 60, 30, 20)])
    ],
    1,
    3,
    "[10] [20] [20]"
  ],
  [
    "rows that lead back in a wrong order are passed as those before them tell",
    [
      windowOf(0, 0, [row(0, 60, 5, 10)]),
      windowOf(1, 1, [row(1, 60, 20, 10), row(1, 70, 10, 20)]),
      windowOf(2, 4, [row(2, 60, 10, 30), row(2, 60, 30, 10)])
    ],
    3,
    4,
    "[10] [10]"
  ],
  [
    "and in the order of their times where nothing is known before them",
    [
      windowOf(1, 1, [row(1, 60, 20, 10), row(1, 70, 10, 20)]),
      windowOf(2, 4, [row(2, 60, 10, 20), row(2, 60, 20, 10)])
    ],
    1,
    3,
    "[20] [20] [20]"
  ],
  [
    "an unconfirmed row may have been passed before what follows",
    [windowOf(0, 2, [row(1, 60, 10, 15, unconfirmed)]), windowOf(3, 5, [row(3, 60, 15, 20)])],
    1,
    4,
    "[10 15] [15] [15] [20]"
  ],
  [
    "it moved the balance where what stands before it and what follows differ by it",
    [
      windowOf(0, 0, [row(0, 60, 5, 10)]),
      windowOf(1, 1, [row(1, 60, 10, 15, unconfirmed)]),
      windowOf(2, 4, [row(2, 60, 15, 20)])
    ],
    1,
    3,
    "[10] [15] [20]"
  ],
  [
    "it moved none where they are the same",
    [
      windowOf(0, 0, [row(0, 60, 5, 10)]),
      windowOf(1, 1, [row(1, 60, 10, 15, unconfirmed)]),
      windowOf(2, 4, [row(2, 60, 10, 20)])
    ],
    1,
    3,
    "[10] [10] [20]"
  ],
  [
    "it passes on what follows, where rows before it may stand at several",
    [
      windowOf(0, 1, [a, back]),
      windowOf(2, 3, [row(2, 60, 10, 11, unconfirmed)]),
      windowOf(4, 5, [row(4, 60, 10, 12)])
    ],
    2,
    5,
    "[10] [10] [10] [12]"
  ],
  [
    "it leads to what rows that lead back may begin with",
    [windowOf(0, 2, [row(1, 60, 10, 15, unconfirmed)]), windowOf(3, 5, [row(3, 60, 15, 20), row(3, 60, 20, 15)])],
    1,
    4,
    "[10 15 20] [15 20] [15 20] [15 20]"
  ],
  [
    "rows behind days that were not loaded tell what stood before them",
    [windowOf(0, 1, [a]), windowOf(4, 5, [row(4, 60, 15, 20)])],
    2,
    5,
    "[10] not-loaded [15] [20]"
  ],
  [
    "where they may begin with several, what stood before those days tells",
    [windowOf(0, 1, [a]), windowOf(4, 5, [row(4, 60, 10, 20), row(4, 60, 20, 10)])],
    2,
    5,
    "[10] not-loaded [10] [10]"
  ],
  [
    "unconfirmed rows behind days that were not loaded do not",
    [windowOf(0, 1, [a]), windowOf(4, 5, [row(4, 60, 10, 20, unconfirmed)])],
    2,
    5,
    "[10] not-loaded not-loaded [10 20]"
  ],
  [
    "nor do rows without a balance",
    [windowOf(0, 1, [a]), windowOf(4, 6, [row(4, 60, 10, 20, silent), row(5, 60, 20, 30)])],
    2,
    6,
    "[10] not-loaded no-balance [20] [30]"
  ],
  [
    "nor rows that may be another currency's",
    settled(
      windowOf(0, 1, [a, row(1, 60, 5, 10, inUsd)]),
      windowOf(4, 6, [row(4, 60, 10, 20, nameless), row(5, 60, 20, 25, nameless)])
    ),
    2,
    6,
    "[10] not-loaded no-currency no-currency no-currency"
  ],
  [
    "nor a row that names none beside one that tells no balance either",
    settled(
      windowOf(0, 1, [a]),
      windowOf(4, 6, [
        row(4, 50, 1, 2, { ...nameless, ...silent }),
        row(4, 60, 10, 20, nameless),
        row(5, 60, 20, 30),
        row(5, 60, 5, 10, inUsd)
      ])
    ),
    2,
    6,
    "[10] not-loaded no-currency no-currency [30]"
  ],
  [
    "a row that names none but begins with what stood there does",
    settled(
      windowOf(0, 1, [a]),
      windowOf(4, 6, [row(4, 60, 10, 20, nameless), row(5, 60, 20, 30), row(5, 60, 5, 7, inUsd)])
    ),
    2,
    6,
    "[10] not-loaded [10] no-currency [30]"
  ],
  [
    "rows that may be another currency's tell nothing of what follows",
    settled(
      windowOf(0, 1, [a, row(1, 60, 5, 10, inUsd)]),
      windowOf(2, 3, [row(2, 60, 10, 20, nameless)]),
      windowOf(4, 6, [row(4, 60, 10, 20), row(4, 60, 20, 10)])
    ),
    1,
    6,
    "[0] [10] no-currency no-currency [10 20] [10 20]"
  ],
  [
    "a row near a midnight that names none leaves it open",
    settled(
      windowOf(0, 2, [a, row(2, 86_399, 10, 20, nameless), row(1, 60, 3, 5, inUsd)], 5),
      windowOf(3, 5, [row(4, 60, 20, 30)], 5)
    ),
    3,
    3,
    "no-currency"
  ],
  [
    "a row without a balance at the end of a window may have moved what the next begins with",
    [windowOf(0, 2, [a, row(2, 60, 10, 40, silent)]), windowOf(3, 5, [row(3, 60, 10, 40), row(3, 60, 40, 10)])],
    2,
    4,
    "[10] [10 40] [10 40]"
  ],
  [
    "of what may stand before rows that lead back in a wrong order that counts which their times fit",
    [
      windowOf(0, 0, [row(0, 60, 10, 20), row(0, 60, 20, 10)]),
      windowOf(1, 1, [row(1, 60, 20, 10), row(1, 70, 10, 20)]),
      windowOf(2, 4, [row(2, 60, 10, 20), row(2, 60, 20, 10)])
    ],
    1,
    4,
    "[20] [20] [20] [20]"
  ],
  [
    "what follows unconfirmed rows tells what may stand between them",
    [
      windowOf(0, 2, [row(1, 60, 10, 15, unconfirmed), row(2, 60, 15, 17, unconfirmed)]),
      windowOf(3, 5, [row(4, 60, 17, 20)])
    ],
    1,
    5,
    "[10 15 17] [17 15] [17] [17] [20]"
  ],
  [
    "days before a row near a midnight are told though what follows does not fit",
    [windowOf(0, 2, [row(1, 1, 0, 10)], 5), windowOf(3, 5, [row(3, 60, 15, 20)], 5)],
    1,
    4,
    "[0 10] [10] [10] [20]"
  ],
  [
    "days behind some that were not loaded are told though what follows does not fit",
    [windowOf(0, 1, [a]), windowOf(4, 4, [row(4, 60, 10, 20)]), windowOf(5, 5, [row(5, 60, 25, 30)])],
    2,
    6,
    "[10] not-loaded [10] [20] [30]"
  ],
  [
    "days before a row that names none are open where one beside it tells neither balance nor currency",
    settled(
      windowOf(0, 1, [a]),
      windowOf(3, 6, [
        row(4, 50, 1, 2, { ...nameless, ...silent }),
        row(4, 60, 10, 20, nameless),
        row(5, 60, 20, 30),
        row(5, 60, 5, 10, inUsd)
      ])
    ),
    2,
    3,
    "[10] no-currency"
  ]
]

describe("between days", () => {
  for (const [what, windows, from, to, expected] of cases) {
    it(what, () => {
      assert.strictEqual(told(windows, from, to), expected)
    })
  }
})
