// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Journals, read by the programs that they are for: hledger and beancount.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { entryIds } from "../../src/analytics/export/entryId.ts"
import { beancount } from "../../src/analytics/export/formats/beancount.ts"
import { hledger as hledgerFormat } from "../../src/analytics/export/formats/hledger.ts"
import type { LedgerRow } from "../../src/analytics/export/Ledger.ts"
import * as Money from "../../src/domain/Money.ts"
import { commandingPieces, ledgerOf, rowOf, written } from "../analytics/export/craftedLedger.ts"
import { debianProgram } from "./debianProgram.ts"
import { asked, type Ledger, ledgersIn, withExportable } from "./exportedFile.ts"
import { exportsPython } from "./exportsPython.ts"
import { query, run } from "./program.ts"

const hledger = debianProgram({
  places: ["/usr/bin/hledger", "/usr/local/bin/hledger"],
  packages: ["hledger"],
  untested: "how hledger reads a journal"
})

const environment = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", LC_ALL: "C.UTF-8" }

const called = (program: string | undefined, ...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(program ?? "", args, {
    env: environment,
    encoding: "utf8",
    maxBuffer: 2 ** 28
  })
  return { code: status, stdout, stderr }
}

/** The days of the asked period, each of which ends with a balance in each of three currencies. */
const assertions = 3 * (28 + 31 + 30 + 31)

const units = (decimal: string): bigint => {
  const [whole = "", fraction = ""] = decimal.split(".")
  return BigInt(`${whole}${fraction.padEnd(4, "0")}`)
}

/** A text that stands as `\u{…}` in part, as it was. */
const decoded = (text: string): string =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** The journal with one of its assertions wrong by as many ten-thousandths. */
const planted = (journal: string, assertion: RegExp, by: bigint): string => {
  const found = [...journal.matchAll(assertion)][40]
  const amount = found?.groups?.["amount"] ?? ""
  const [at = 0] = found?.indices?.groups?.["amount"] ?? []
  const wrong = String(units(amount) + by).padStart(5, "0").replace(/\d{4}$/, ".$&")
  return `${journal.slice(0, at)}${wrong}${journal.slice(at + amount.length)}`
}

/** What a program found of a ledger, in its own numbers. */
interface Found {
  readonly account: string
  readonly currency: string
  readonly amount: string
}

const sum = (found: ReadonlyArray<Found>, isOf: (each: Found) => boolean): bigint =>
  found.filter(isOf).reduce((total, { amount }) => total + units(amount), 0n)

/** That the postings to wallets, the opening ones apart, come to what the file's own rows come to. */
const assertTies = (
  ledgers: ReadonlyArray<Ledger>,
  accountOf: (walletNo: string) => string,
  { openings, postings }: { readonly openings: ReadonlyArray<Found>; readonly postings: ReadonlyArray<Found> }
): void => {
  assert.strictEqual(ledgers.length, 3)
  for (const { closing, credits, currency, debits, opening, rows, walletNo } of ledgers) {
    const isOwn = (each: Found): boolean => each.account === accountOf(walletNo) && each.currency === currency
    const own = postings.filter(isOwn)
    assert.deepStrictEqual(
      [own.length, sum(openings, isOwn), sum(own, ({ amount }) => !amount.startsWith("-"))].map(String),
      [rows, units(opening), units(credits)].map(String),
      currency
    )
    assert.strictEqual(-sum(own, ({ amount }) => amount.startsWith("-")), units(debits), currency)
    assert.strictEqual(sum([...openings, ...postings], isOwn), units(closing), currency)
  }
}

/** Names and texts of the rows that are booked, by SQL of its own. */
const textsIn = async (db: string): Promise<ReadonlyArray<string>> => {
  const rows = await query(
    db,
    `SELECT txn_id || if(leg = 0, '', '#' || leg) || ' ' || description AS text FROM transactions WHERE withdrawn_at IS NULL
      AND confirmed AND local_time >= '2025-02-01' AND local_time < '2025-06-01' ORDER BY ALL`
  )
  return rows.map(({ text }) => String(text)).toSorted()
}

/** Categories whose names are not meant well; each takes some of the rows, and one has two levels. */
const categorised = async (folder: string, db: string): Promise<void> => {
  const rules = [
    ["*airtime*", "airtime;  \"phone\"\t| (x)"],
    ["*water*", "Home : water"],
    ["*order*", "家賃"],
    ["*a*", "2025-01-01 * open"]
  ]
  const file = join(folder, "categories.toml")
  writeFileSync(
    file,
    rules.map(([description, category]) =>
      `[[rule]]\ndescription = ${JSON.stringify(description)}\ncategory = ${JSON.stringify(category)}\n`
    ).join("\n")
  )
  const { code, stderr } = await run(["categories", "load", file, "--db", db])
  assert.strictEqual(code, 0, stderr)
}

const inFile = <A>(text: string, use: (path: string) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "journal-"))
  try {
    writeFileSync(join(folder, "a"), text)
    return use(join(folder, "a"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const accountsIn = (journal: string): ReadonlyArray<string> =>
  [...new Set(journal.match(/(?:expenses|income):[^\n]*?(?= {2}|\n)/gi) ?? [])].toSorted()

/** Rows whose texts are made of pieces that command journals, the same each time. */
const commandingRows = (): ReadonlyArray<LedgerRow> => {
  let state = 20_250_201
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(state / 2 ** 16) % below
  }
  const text = (): string =>
    Array.from({ length: next(7) }, () => commandingPieces[next(commandingPieces.length)]).join("")
  return Array.from({ length: 2000 }, (_, index) =>
    rowOf({
      day: `2025-02-${String(1 + Math.floor(index / 80)).padStart(2, "0")}`,
      id: text(),
      leg: next(2),
      description: text(),
      counterparty: next(3) === 0 ? null : `x${text()}`,
      category: next(3) === 0 ? null : text(),
      signed: Money.fromTenThousandths(BigInt(next(20_000) - 10_000) * (next(3) === 0 ? 1n : 100n)),
      confirmed: next(2) === 0
    }))
}

/** Two periods that follow each other and are those asked for, the second without its opening balance and with it. */
const periods = {
  first: ["--from", "2025-02-01", "--to", "2025-03-31"],
  second: ["--from", "2025-04-01", "--to", "2025-05-31", "--no-opening"],
  opened: ["--from", "2025-04-01", "--to", "2025-05-31"]
}

/** Exports each period, and gives the path of a file that includes those that are named. */
const exportedPeriods = async (folder: string, db: string, format: string, include: (names: string) => string) => {
  await categorised(folder, db)
  for (const [name, flags] of Object.entries(periods)) {
    const { code, stderr } = await run(["export", format, "--db", db, "--out", join(folder, name), ...flags])
    assert.deepStrictEqual([code, stderr], [0, ""])
  }
  return (...names: ReadonlyArray<keyof typeof periods>): string => {
    const all = join(folder, "all")
    writeFileSync(all, names.map(include).join(""))
    return all
  }
}

const unproven = ["--from", "2025-06-01", "--to", "2025-07-31", "--unproven"]

const strictlyChecked = (path: string) => called(hledger, "-f", path, "check", "--strict")

describe("an exported journal for hledger", () => {
  it.skipIf(hledger === undefined)(
    "passes its strict check and ties to the statement, wrong balances not",
    async () => {
      await withExportable(async (folder, db) => {
        const journal = join(folder, "a.journal")
        await categorised(folder, db)
        const { code, stderr } = await run(["export", "hledger", "--db", db, "--out", journal, ...asked])
        assert.deepStrictEqual([code, stderr], [0, ""])
        const checked = called(hledger, "-f", journal, "check", "--strict")
        assert.deepStrictEqual([checked.code, checked.stderr], [0, ""])

        const text = readFileSync(journal, "utf8")
        assert.strictEqual(text.match(/ 0 [A-Z]{3} = /g)?.length, assertions)
        assert.deepStrictEqual(accountsIn(text), [
          "expenses:2025-01-01 open",
          "expenses:Home:water",
          "expenses:airtime phone (x)",
          "expenses:uncategorised",
          "expenses:家賃",
          "income:2025-01-01 open",
          "income:Home:water",
          "income:airtime phone (x)",
          "income:uncategorised",
          "income:家賃"
        ])
        const transactions: ReadonlyArray<HledgerTransaction> = JSON.parse(
          called(hledger, "-f", journal, "print", "-O", "json").stdout
        )
        const found = (of: ReadonlyArray<HledgerTransaction>): ReadonlyArray<Found> =>
          of.flatMap(({ tpostings }) =>
            tpostings.flatMap(({ paccount, pamount }) =>
              pamount.map(({ acommodity, aquantity: { decimalMantissa, decimalPlaces } }) => ({
                account: paccount,
                currency: acommodity,
                amount: decimalText(decimalMantissa, decimalPlaces)
              }))
            )
          )
        const booked = transactions.filter(({ tcode }) => tcode !== "")
        assertTies(await ledgersIn(db), (walletNo) => `assets:wallets:${walletNo}`, {
          openings: found(transactions.filter(({ tdescription }) => tdescription === "opening balance")),
          postings: found(booked)
        })
        assert.deepStrictEqual(
          booked.map(({ tcode, tdescription }) =>
            `${decoded(tcode)} ${decoded(tdescription.replace(/^[^|]* \| /, ""))}`
          ).toSorted(),
          await textsIn(db)
        )

        const printed = called(hledger, "-f", journal, "print").stdout
        const again = join(folder, "again.journal")
        writeFileSync(again, printed)
        assert.strictEqual(called(hledger, "-f", again, "print").stdout, printed)

        for (const by of [1n, 10_000n]) {
          writeFileSync(again, planted(text, / 0 KES = (?<amount>\d+\.\d+) KES$/dgm, by))
          const wrong = called(hledger, "-f", again, "check", "--strict")
          assert.strictEqual(wrong.code, 1)
          assert.match(wrong.stderr, by === 1n ? /difference: 0\.0001/ : /difference: 1\.00/)
        }
      })
    }
  )

  it.skipIf(hledger === undefined)(
    "of further days goes on from the one before where a third includes both, and from nothing else",
    async () => {
      await withExportable(async (folder, db) => {
        const of = await exportedPeriods(folder, db, "hledger", (name) => `include ${name}\n`)
        const both = of("first", "second")
        assert.deepStrictEqual(strictlyChecked(both), { code: 0, stdout: "", stderr: "" })
        for (const { closing, currency, walletNo } of await ledgersIn(db)) {
          const { stdout } = called(
            hledger,
            "-f",
            both,
            "balance",
            `assets:wallets:${walletNo}`,
            `cur:${currency}`,
            "--no-total",
            "-O",
            "csv"
          )
          assert.strictEqual(units(/([\d.]+) [A-Z]{3}"\n$/.exec(stdout)?.[1] ?? ""), units(closing), stdout)
        }
        assert.match(readFileSync(join(folder, "first"), "utf8"), /^; .*made with --no-opening/m)
        assert.match(strictlyChecked(of("first", "opened")).stderr, /balance assertion/)
        assert.match(strictlyChecked(join(folder, "second")).stderr, /balance at the beginning of the day/)
      })
    }
  )

  it.skipIf(hledger === undefined)("gives back every text, whatever it is made of", () => {
    const rows = commandingRows()
    const idOf = entryIds()
    inFile(written(hledgerFormat, [[ledgerOf(rows), rows]]), (path) => {
      const checked = called(hledger, "-f", path, "check", "--strict")
      assert.deepStrictEqual([checked.code, checked.stderr], [0, ""])
      const found: ReadonlyArray<HledgerTransaction> = JSON.parse(
        called(hledger, "-f", path, "print", "-O", "json").stdout
      )
      assert.deepStrictEqual(
        found.filter(({ tdescription }) => !/^(?:opening balance|balance at the end of the day)$/.test(tdescription))
          .map(({ tcode, tdate, tdescription }) => [tdate, decoded(tcode), decoded(tdescription)]),
        rows.map((row) => [
          row.day,
          decoded(idOf(row)),
          row.counterparty === null
            ? row.description
            : `${row.counterparty} |${row.description === "" ? "" : ` ${row.description}`}`
        ])
      )
    })
  })

  it.skipIf(hledger === undefined)(
    "says of days that nothing proves what it does not know, and still passes",
    async () => {
      await withExportable(async (folder, db) => {
        const journal = join(folder, "a.journal")
        assert.strictEqual((await run(["export", "hledger", "--db", db, "--out", journal, ...unproven])).code, 0)
        assert.match(readFileSync(journal, "utf8"), /^; {3}NOT PROVEN: 31 days are not loaded/m)
        const checked = called(hledger, "-f", journal, "check", "--strict")
        assert.deepStrictEqual([checked.code, checked.stderr], [0, ""])
      })
    }
  )
})

/** What hledger prints of a transaction. */
interface HledgerTransaction {
  readonly tdate: string
  readonly tcode: string
  readonly tdescription: string
  readonly tpostings: ReadonlyArray<{
    readonly paccount: string
    readonly pamount: ReadonlyArray<{
      readonly acommodity: string
      readonly aquantity: { readonly decimalMantissa: number; readonly decimalPlaces: number }
    }>
  }>
}

const decimalText = (mantissa: number, places: number): string => {
  assert.isTrue(Number.isSafeInteger(mantissa))
  const digits = String(Math.abs(mantissa)).padStart(places + 1, "0")
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return mantissa < 0 ? `-${text}` : text
}

/** What beancount's loader makes of a file. */
const loading = `
import json, sys
from beancount import loader
from beancount.core import data
entries, errors, _ = loader.load_file(sys.argv[1])
of = lambda entry: [{"account": p.account, "currency": p.units.currency, "amount": str(p.units.number)} for p in entry.postings]
transactions = [entry for entry in entries if isinstance(entry, data.Transaction)]
print(json.dumps({
  "errors": [error.message for error in errors],
  "openings": [found for entry in transactions if "id" not in entry.meta for found in of(entry)],
  "postings": [found for entry in transactions if "id" in entry.meta for found in of(entry)],
  "texts": [entry.meta["id"] + " " + entry.narration for entry in transactions if "id" in entry.meta],
  "payees": [entry.payee for entry in transactions if "id" in entry.meta],
  "balances": sum(isinstance(entry, data.Balance) for entry in entries)
}))
`

interface Loaded {
  readonly errors: ReadonlyArray<string>
  readonly openings: ReadonlyArray<Found>
  readonly postings: ReadonlyArray<Found>
  readonly texts: ReadonlyArray<string>
  readonly payees: ReadonlyArray<string | null>
  readonly balances: number
}

const loaded = (path: string): Loaded => {
  const { code, stderr, stdout } = called(exportsPython, "-c", loading, path)
  assert.strictEqual(code, 0, stderr)
  return JSON.parse(stdout)
}

describe("an exported journal for beancount", () => {
  it.skipIf(exportsPython === undefined)(
    "loads without an error and ties to the statement, wrong balances not",
    async () => {
      await withExportable(async (folder, db) => {
        const out = join(folder, "a.beancount")
        await categorised(folder, db)
        const { code, stderr } = await run(["export", "beancount", "--db", db, "--out", out, ...asked])
        assert.deepStrictEqual([code, stderr], [0, ""])
        const { balances, errors, openings, postings, texts } = loaded(out)
        assert.deepStrictEqual(errors, [])
        assert.strictEqual(balances, assertions)
        assertTies(await ledgersIn(db), (walletNo) => `Assets:Wallets:${walletNo}`, { openings, postings })
        assert.deepStrictEqual(texts.map(decoded).toSorted(), await textsIn(db))

        const text = readFileSync(out, "utf8")
        assert.deepStrictEqual(accountsIn(text), [
          "Expenses:2025-01-01-open",
          "Expenses:Airtime-phone-x",
          "Expenses:Home:Water",
          "Expenses:Uncategorised",
          "Expenses:X-家賃",
          "Income:2025-01-01-open",
          "Income:Airtime-phone-x",
          "Income:Home:Water",
          "Income:Uncategorised",
          "Income:X-家賃"
        ])
        const wrong = join(folder, "wrong.beancount")
        for (const by of [1n, 10_000n]) {
          writeFileSync(wrong, planted(text, / (?<amount>\d+\.\d+) ~ 0 KES$/dgm, by))
          const [error, ...more] = loaded(wrong).errors
          assert.match(error ?? "", by === 1n ? /\(0\.0001 too little\)/ : /\(1\.0000 too little\)/)
          assert.deepStrictEqual(more, [])
        }
      })
    }
  )

  it.skipIf(exportsPython === undefined)(
    "of further days goes on from the one before where a third includes both, and from nothing else",
    async () => {
      await withExportable(async (folder, db) => {
        const plugin = "plugin \"beancount.plugins.auto_accounts\"\n"
        const of = await exportedPeriods(folder, db, "beancount", (name) => `${plugin}include "${name}"\n`)
        const { balances, errors, openings, postings } = loaded(of("first", "second"))
        assert.deepStrictEqual(errors, [])
        assert.strictEqual(balances, assertions + 3)
        assertTies(await ledgersIn(db), (walletNo) => `Assets:Wallets:${walletNo}`, { openings, postings })
        assert.match(readFileSync(join(folder, "first"), "utf8"), /^; .*plugin "beancount\.plugins\.auto_accounts"/m)
        assert.isAbove(loaded(of("first", "opened")).errors.length, 3)
        assert.match(loaded(of("second")).errors.join("\n"), /^Balance failed for 'Assets:Wallets:254700000001'/m)
      })
    }
  )

  it.skipIf(exportsPython === undefined)("gives back every text, whatever it is made of", () => {
    const rows = commandingRows()
    const idOf = entryIds()
    const { balances, errors, payees, texts } = inFile(written(beancount, [[ledgerOf(rows), rows]]), loaded)
    assert.deepStrictEqual([balances, errors], [25, []])
    assert.deepStrictEqual(
      texts.map((text, index) => `${decoded(text)} ${decoded(payees[index] ?? "")}`).toSorted(),
      rows.map((row) => `${decoded(idOf(row))} ${row.description} ${row.counterparty ?? ""}`).toSorted()
    )
  })

  it.skipIf(exportsPython === undefined)(
    "says of days that nothing proves what it does not know, and still loads",
    async () => {
      await withExportable(async (folder, db) => {
        const out = join(folder, "a.beancount")
        assert.strictEqual((await run(["export", "beancount", "--db", db, "--out", out, ...unproven])).code, 0)
        assert.match(readFileSync(out, "utf8"), /^; {3}NOT PROVEN: 31 days are not loaded/m)
        assert.deepStrictEqual(loaded(out).errors, [])
      })
    }
  )
})
