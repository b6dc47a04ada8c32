// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The statement against books, from the file that somebody writes to the exit code.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileOnce } from "./fileOnce.ts"
import { query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

interface Decision {
  readonly id: string
  readonly by: string
  readonly reason: string
}

interface Lists {
  readonly matched: ReadonlyArray<
    {
      readonly statement: ReadonlyArray<string>
      readonly books: ReadonlyArray<string>
      readonly by: string
      readonly difference?: string
    }
  >
  readonly statementOnly: ReadonlyArray<string>
  readonly booksOnly: ReadonlyArray<string>
  readonly different: ReadonlyArray<unknown>
  readonly doubtful: ReadonlyArray<unknown>
  readonly accepted: ReadonlyArray<unknown>
  readonly unfitDecisions: ReadonlyArray<{ readonly decision: string; readonly why: string }>
  readonly booksLeftOut: unknown
}

const wallet = { walletNo: "254700000001", records: 1500, from: "2025-01-01", to: "2025-06-30" }

const pulledOnce = fileOnce()

/** A file with half a year of a wallet, and the rows of March as lines of CSV. */
const served = (use: (folder: string, db: string, lines: ReadonlyArray<string>) => Promise<void>): Promise<void> =>
  withServed({ wallets: [wallet], seed: 11 }, [wallet.walletNo], async (_, folder, env) => {
    const db = env["WALLET_STATEMENT_DB"] ?? ""
    await pulledOnce(db, async () => {
      const { code, stderr } = await run(["pull", "--from", wallet.from, "--to", wallet.to], { env })
      assert.strictEqual(code, 0, stderr)
    })
    const rows = await query(
      db,
      `SELECT txn_id AS id, local_time::DATE::VARCHAR AS day, signed_amount::VARCHAR AS amount FROM current_transactions
       WHERE month(local_time) = 3 ORDER BY hash(txn_id), leg`
    )
    await use(folder, db, rows.map(({ amount, day, id }) => [id, day, amount].join()))
  })

const idOf = (line: string): string => line.split(",")[0] ?? ""

const march = ["--from", "2025-03-01", "--to", "2025-03-31"]

describe("reconcile", () => {
  it("ends with 0 when the books have every row, and ties to the closing balance", async () => {
    await served(async (folder, db, lines) => {
      const books = join(folder, "books.csv")
      writeFileSync(books, ["id,date,amount", ...lines].join("\r\n"))
      const { code, stderr, stdout } = await run(["reconcile", "--against", books, "--db", db, ...march])
      assert.deepStrictEqual([code, stderr], [0, ""])
      const [month] = await query(
        db,
        "SELECT (opening || ' ' || credits - debits || ' ' || closing) AS sums, rows FROM monthly_statement WHERE month(month) = 3"
      )
      const [opening, total, closing] = String(month?.["sums"]).split(" ").map((text) => text.replace(/00$/, ""))
      assert.include(stdout, `opening balance ${opening} + rows ${total} = ${closing}, the closing balance`)
      assert.match(
        stdout,
        new RegExp(`\\ntotal +${month?.["rows"]} +${total} +${month?.["rows"]} +${total} +0\\.00\\n`)
      )
      assert.match(stdout, /\nNothing is open\.\n$/)
      const json = await run(["reconcile", "--against", books, "--db", db, ...march, "--json"])
      const lists = JSON.parse(json.stdout) as Lists
      assert.deepStrictEqual(Object.keys(lists), [
        "matched",
        "statementOnly",
        "booksOnly",
        "different",
        "doubtful",
        "accepted",
        "period",
        "missingDays",
        "unfitDecisions",
        "booksLeftOut"
      ])
      assert.strictEqual(lists.matched.length, lines.length)
    })
  })

  it("ends with 3 and lists what is open, each row once", async () => {
    await served(async (folder, db, lines) => {
      const [missing = "", doubled = "", wrong = "", ...others] = lines.filter((line, index) =>
        lines.findIndex((other) => idOf(other) === idOf(line)) === index &&
        lines.filter((other) => idOf(other) === idOf(line)).length === 1
      )
      const rest = lines.filter((line) => ![missing, doubled, wrong].includes(line))
      const [id, day, amount] = wrong.split(",")
      const books = join(folder, "books.csv")
      writeFileSync(
        books,
        [
          "Order;Day;Net",
          ...[...rest, doubled, doubled, `${id},${day},9${amount?.replace("-", "")}`, ",2025-03-10,0.07"]
            .map((line) => line.replaceAll(",", ";"))
        ].join("\n")
      )
      assert.isAbove(others.length, 20)
      const named = ["--column", "id=order", "--column", "date=Day", "--column", "amount=Net"]
      const { code, stdout } = await run(["reconcile", "--against", books, "--db", db, ...march, ...named, "--json"])
      assert.strictEqual(code, 3)
      const lists = JSON.parse(stdout) as Lists
      assert.strictEqual(lists.matched.length, rest.length)
      assert.deepStrictEqual(lists.statementOnly, [idOf(missing)])
      assert.deepStrictEqual(lists.booksOnly, [String(lines.length + 2)])
      assert.deepStrictEqual(lists.doubtful, [{ books: [idOf(doubled), idOf(doubled)], candidates: [idOf(doubled)] }])
      assert.strictEqual(lists.different.length, 1)
      const text = await run(["reconcile", "--against", books, "--db", db, ...march, ...named])
      assert.strictEqual(text.code, 3)
      for (
        const heading of [
          "Different amounts (1)",
          "Doubtful: no choice was made (1)",
          "Only in the statement (1)",
          "Only in the books (1)"
        ]
      ) {
        assert.include(text.stdout, heading)
      }
      assert.match(text.stdout, /\n7 rows are open\.\n$/)
    })
  })

  it("goes by a profile of the configuration file, before which flags count", async () => {
    await served(async (folder, db, lines) => {
      writeFileSync(
        join(folder, "orders.csv"),
        ["NO;DAY;NET", ...lines.map((line) => line.replaceAll(",", ";"))].join("\n")
      )
      writeFileSync(join(folder, "other.csv"), "id,date,VALUE\nX,2025-03-01,1\n")
      const config = join(folder, "my.toml")
      const profile =
        "[reconcile.shop]\nagainst = \"orders.csv\"\ndays = 0\ncolumns = { id = \"NO\", date = \"DAY\", amount = \"NET\" }\n"
      writeFileSync(config, profile, { mode: 0o600 })
      const on = (...args: ReadonlyArray<string>) =>
        run(["reconcile", "--config", config, "--db", db, ...march, ...args])
      const { code, stderr } = await on("--profile", "shop")
      assert.deepStrictEqual([code, stderr], [0, ""])
      const refused = async (...args: ReadonlyArray<string>) => {
        const { code, stderr, stdout } = await on(...args)
        assert.deepStrictEqual([code, stdout], [2, ""])
        return stderr
      }
      const other = ["--profile", "shop", "--against", join(folder, "other.csv")]
      assert.match(await refused(...other), /^other\.csv has no column "NO", which --column names/)
      const named = ["--column", "id=id", "--column", "date=date", "--column", "amount=VALUE"]
      assert.strictEqual((await on(...other, ...named)).code, 3)
      // One amount of a profile gives way to the parts that flags name.
      assert.strictEqual((await on("--profile", "shop", "--column", "in=NET")).code, 0)
      assert.match(await refused("--profile", "shop", "--days", "1000"), /no whole number from 0/)
      assert.match(await refused("--profile", "nope"), /my\.toml has no profile "nope": it has shop\./)
      assert.match(await refused(), /neither is there/)
      writeFileSync(config, profile.replace("days = 0", "wallet = \"7\""), { mode: 0o600 })
      assert.match(await refused("--profile", "shop"), /holds no wallet "7"/)
      assert.strictEqual((await on("--profile", "shop", "--wallet", wallet.walletNo)).code, 0)
      writeFileSync(
        config,
        `${profile}colour = "red"\nsheet = ["x"]\n[reconcile.two]\ncolumns = { id = 1 }\nfees = 1\n`,
        {
          mode: 0o600
        }
      )
      const problems = await refused("--profile", "shop")
      assert.match(
        problems,
        /my\.toml, line 1: reconcile: profile "shop" knows no "colour"; it has against, sql, sheet, days, wallet, dates, amounts, fees and columns/
      )
      assert.match(problems, /profile "shop": sheet must be a text that is not empty/)
      assert.match(problems, /profile "two": columns must be a table of texts/)
      assert.match(problems, /profile "two": fees must be a text or a list of texts/)
      assert.notInclude(problems, "red")
    })
  })

  it("takes fees by the rules that were given, of flags before those of a profile, and says what they come to", async () => {
    await served(async (folder, db, lines) => {
      const single = lines.filter((line) => lines.filter((other) => idOf(other) === idOf(line)).length === 1)
      // What was entered in full: of each payment the wallet got 5.00 less.
      const inFull = single.map((line) => {
        const [id, day, amount = ""] = line.split(",")
        return [id, day, (Number(amount) + 5).toFixed(2)].join()
      })
      writeFileSync(join(folder, "books.csv"), ["id,date,amount", ...inFull].join("\n"))
      const config = join(folder, "my.toml")
      writeFileSync(config, "[reconcile.shop]\nagainst = \"books.csv\"\nfees = [\"5.00\"]\n", { mode: 0o600 })
      const on = (...args: ReadonlyArray<string>) =>
        run(["reconcile", "--config", config, "--db", db, "--profile", "shop", ...march, ...args])
      const lists = JSON.parse((await on("--json")).stdout) as Lists
      assert.strictEqual(lists.matched.length, single.length)
      assert.deepStrictEqual(lists.matched.filter((each) => each.difference !== "-5.00" || each.by !== "id"), [])
      const text = (await on()).stdout
      const fees = (5 * single.length).toLocaleString("en-US", { useGrouping: false })
      assert.include(
        text,
        `\n${single.length} matches are exact when fees are taken by the rules you gave: ${fees}.00 together\n`
      )
      assert.match(text, new RegExp(`\\nmatched .* -${fees}\\.00\\n`))
      assert.include(text, "\nFee: 5.00 a payment.\n")
      const less = JSON.parse((await on("--json", "--fee", "4.99")).stdout) as Lists
      assert.deepStrictEqual([less.matched.length, less.different.length], [0, single.length])
      const { code, stderr } = await on("--fee", "5 shillings")
      assert.deepStrictEqual([code, stderr.startsWith("--fee \"5 shillings\" is no fee such as")], [2, true])
    })
  })

  it("asks a DuckDB file of the user's, and leaves it as it is to the last byte", async () => {
    await served(async (folder, db, lines) => {
      const shop = join(folder, "shop.duckdb")
      const instance = await DuckDBInstance.create(shop)
      const connection = await instance.connect()
      await connection.run("CREATE TABLE orders (no VARCHAR, paid DATE, net DECIMAL(18,4))")
      await connection.run(
        `INSERT INTO orders VALUES ${
          lines.map((line) => `(${line.split(",").map((cell) => `'${cell}'`).join(", ")})`).join(", ")
        }`
      )
      connection.closeSync()
      instance.closeSync()
      const before = readFileSync(shop)
      const on = (sql: string, ...args: ReadonlyArray<string>) =>
        run(["reconcile", "--against", shop, "--sql", sql, "--db", db, ...march, ...args])
      const sql = "SELECT no AS id, paid AS date, net AS amount FROM orders"
      const { code, stderr, stdout } = await on(sql, "--json")
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.strictEqual((JSON.parse(stdout) as Lists).matched.length, lines.length)
      assert.strictEqual(
        (await on("FROM orders", "--column", "id=no", "--column", "date=paid", "--column", "amount=net")).code,
        0
      )
      for (const sly of ["DELETE FROM orders", `${sql}; DROP TABLE orders`, "SELECT * FROM read_text('/etc/passwd')"]) {
        const refused = await on(sly)
        assert.deepStrictEqual([refused.code, refused.stdout], [2, ""], sly)
      }
      assert.deepStrictEqual(readFileSync(shop), before)
      assert.deepStrictEqual(readdirSync(folder).filter((name) => name.startsWith("shop")), ["shop.duckdb"])
    })
  })

  it("writes a page and a table in which every row is, beside what it prints", async () => {
    await served(async (folder, db, lines) => {
      const books = join(folder, "books.csv")
      writeFileSync(
        books,
        ["id,date,amount,description", ...lines.slice(1).map((line) => `${line},`), "=1+1,2025-03-10,0.07,=cmd()"].join(
          "\n"
        )
      )
      const [page, csv] = [join(folder, "page.html"), join(folder, "rows.csv")]
      const on = (...args: ReadonlyArray<string>) =>
        run(["reconcile", "--against", books, "--db", db, ...march, ...args])
      const { code, stderr, stdout } = await on("--out", page, "--csv", csv, "--json")
      assert.strictEqual(code, 3)
      assert.match(stderr, /page\.html: .*\n.*rows\.csv: every row as a line of CSV\.\n$/)
      const { matched } = JSON.parse(stdout) as Lists
      const html = readFileSync(page, "utf8")
      assert.match(html, /^<!doctype html>/)
      assert.include(html, `Matched (${matched.length})`)
      assert.include(html, "<dt>Read by</dt><dd>times at most 3 days apart; no fee</dd>")
      const written = readFileSync(csv, "utf8")
      assert.match(
        written,
        /^state,by,group,side,wallet,id,leg,line,time,amount,currency,reference,description,in_period,why,difference,decision\r\n/
      )
      assert.include(
        written,
        `\r\nbooks-only,,1,books,,'=1+1,,${
          lines.length + 1
        },2025-03-10,0.07,,,'=cmd(),yes,no row of the statement has its id,,\r\n`
      )
      const rows = written.split("\r\n").filter((line) => line.startsWith("matched,"))
      assert.strictEqual(rows.length, 2 * (lines.length - 1))
      const ofAnother = await run(["report", "--db", db, "--out", page])
      assert.deepStrictEqual([ofAnother.code, readFileSync(page, "utf8")], [2, html])
      assert.include(ofAnother.stderr, "is no page of report")
      writeFileSync(page, "mine")
      const refused = await on("--out", page)
      assert.deepStrictEqual([refused.code, refused.stdout, readFileSync(page, "utf8")], [2, "", "mine"])
      assert.strictEqual((await on("--csv", csv)).code, 3)
    })
  })

  it("refuses books, days and wallets that it can't use with code 2 and the remedy", async () => {
    await served(async (folder, db) => {
      const books = join(folder, "books.csv")
      writeFileSync(books, "date,amount\n2025-03-01,1.00\n2025-03-02,\"1,5\"\n")
      const refused = async (...args: ReadonlyArray<string>) => {
        const { code, stderr, stdout } = await run(["reconcile", "--against", books, "--db", db, ...args])
        assert.deepStrictEqual([code, stdout], [2, ""])
        return stderr
      }
      assert.match(await refused(), /^books\.csv, line 3: the row has an amount that is no decimal number/)
      writeFileSync(books, "date,amount\n2025-03-01,1.00\n")
      assert.match(await refused("--days", "x"), /--days is no whole number/)
      assert.match(await refused("--from", "2025-02-30"), /--from is "2025-02-30", but a day/)
      assert.match(await refused("--from", "2025-04-01"), /The period is empty/)
      assert.match(await refused("--wallet", "7"), /holds no wallet "7"/)
      assert.match(await refused("--column", "x=y"), /FIELD=NAME/)
    })
  })

  it("reads what `export csv --dialect excel` wrote, and tells of books that are all of another wallet or year", async () => {
    await served(async (folder, db) => {
      const books = join(folder, "march-excel.csv")
      const made = await run(["export", "csv", "--dialect", "excel", "--out", books, "--db", db, ...march])
      assert.strictEqual(made.code, 0, made.stderr)
      const text = readFileSync(books, "utf8")
      assert.include(text, `\r\n'${wallet.walletNo},`)
      const on = (...args: ReadonlyArray<string>) =>
        run(["reconcile", "--against", books, "--wallet", wallet.walletNo, "--db", db, ...args])
      const { code, stderr, stdout } = await on(...march)
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.match(stdout, /\nNothing is open\.\n$/)
      writeFileSync(books, text.replace(`\r\n'${wallet.walletNo},`, "\r\n2.547E+11,"))
      const page = join(folder, "page.html")
      const partly = await on(...march, "--out", page)
      const sentence = "1 row of the books is left out, of another wallet: \"2.547E+11\"."
      assert.include(partly.stdout, sentence)
      assert.include(readFileSync(page, "utf8"), sentence.replaceAll("\"", "&quot;"))
      assert.deepStrictEqual((JSON.parse((await on(...march, "--json")).stdout) as Lists).booksLeftOut, {
        otherWallets: { rows: 1, wallets: 1, first: ["2.547E+11"] },
        outsidePeriod: { rows: 0, from: null, to: null }
      })
      writeFileSync(books, text.replaceAll(`'${wallet.walletNo}`, "2.547E+11"))
      for (const args of [march, [], ["--from", "2025-02-01", "--to", "2025-02-10"]]) {
        const refused = await on(...args)
        assert.deepStrictEqual([refused.code, refused.stdout], [2, ""])
        assert.match(
          refused.stderr,
          /^No row of the books is of wallet "254700000001".* of another wallet: "2\.547E\+11"\./
        )
      }
    })
  })

  it("keeps what people decide, until it no longer fits or they take it back", async () => {
    await served(async (folder, db, lines) => {
      const single = lines.filter((line) => lines.filter((other) => idOf(other) === idOf(line)).length === 1)
      const [doubled = "", missing = ""] = single
      const books = join(folder, "books.csv")
      const write = (last: string) =>
        writeFileSync(
          books,
          ["id,date,amount", ...lines.filter((line) => line !== missing), doubled, last].join("\n")
        )
      write("TIPS,2025-03-10,0.07")
      const on = (...args: ReadonlyArray<string>) => run(["reconcile", ...args, "--db", db])
      const held = async () => {
        const { code, stdout } = await on("--against", books, ...march, "--json")
        return { code, lists: JSON.parse(stdout) as Lists }
      }
      const decide = async (...args: ReadonlyArray<string>): Promise<Decision> => {
        const { code, stderr, stdout } = await on(
          "decide",
          "--against",
          books,
          ...args,
          "--reason",
          "told by the shop",
          "--by",
          "ann",
          "--json"
        )
        assert.strictEqual(code, 0, stderr)
        return (JSON.parse(stdout) as { readonly decisions: readonly [Decision] }).decisions[0]
      }
      const refused = await on("decide", "--statement", missing, "--reason", "x")
      assert.deepStrictEqual([refused.code, refused.stdout], [2, ""])
      assert.match(refused.stderr, /two at least/)
      const nameless = await on("decide", "--against", books, "--books", idOf(doubled), "--alone", "--reason", "x")
      assert.match(
        nameless.stderr,
        /several rows .*, in lines .*: name the one that is meant, such as --books line:\d+/
      )

      assert.strictEqual((await held()).code, 3)
      const line = lines.filter((each) => each !== missing).indexOf(doubled) + 2
      const together = await decide("--statement", idOf(doubled), "--books", `line:${line}`)
      await decide("--books", `line:${lines.length + 1}`, "--alone")
      await decide("--statement", idOf(missing), "--alone")
      await decide("--books", "TIPS", "--alone")
      const { code, lists } = await held()
      assert.deepStrictEqual([code, lists.accepted.length, lists.unfitDecisions], [0, 3, []])
      assert.deepStrictEqual<ReadonlyArray<unknown>>(lists.matched.filter(({ by }) => by === "decision"), [
        { statement: [idOf(doubled)], books: [idOf(doubled)], by: "decision", decision: together.id }
      ])
      const text = await on("--against", books, ...march)
      assert.match(
        text.stdout,
        new RegExp(
          `^Decided by people \\(4\\)\\n${together.id}  together\\n(  .*\\n){2}  ann on .* UTC: told by the shop\\n`
        )
      )
      assert.match(text.stdout, /\naccepted alone +1 .*\n/)
      assert.match(text.stdout, /\nNothing is open\.\n$/)
      assert.match((await on("decisions")).stdout, new RegExp(`^${together.id}  together\n  statement  2025-03-`))
      assert.strictEqual((await run(["verify", "--db", db])).code, 0)

      write("TIPS,2025-03-10,0.08")
      const changed = await held()
      assert.deepStrictEqual(changed.lists.unfitDecisions.map(({ why }) => why), [
        "the amount of TIPS was 0.07 and is 0.08"
      ])
      assert.deepStrictEqual([changed.code, changed.lists.booksOnly], [3, ["TIPS"]])
      assert.match(
        (await on("--against", books, ...march)).stdout,
        /Decision [0-9a-f]{12} no longer fits and was not applied: the amount of TIPS was 0\.07 and is 0\.08\./
      )
      write("TIPS,2025-03-10,0.07")
      writeFileSync(books, readFileSync(books, "utf8").replace(`\n${doubled}\n`, "\n"))
      assert.match(
        (await on("--against", books, ...march)).stdout,
        new RegExp(
          `Decision ${together.id} no longer fits .* had 2\\. All its rows match now without it\\.\n(Decision .*\n)*` +
            `\`wallet-statement reconcile reopen .*${together.id}.* --db .*\` takes back what is needed no more\\.\n`
        )
      )
      const unknown = await on("reopen", "zz")
      assert.deepStrictEqual([unknown.code, unknown.stdout], [2, ""])
      assert.strictEqual((await on("reopen", together.id.slice(0, 8), "--by", "bob")).code, 0)
      assert.strictEqual((await held()).lists.doubtful.length, 0)
      assert.match((await on("decisions", "--all")).stdout, /together, reopened\n/)
    })
  })
})
