/**
 * What Python makes of exported statements: libraries for OFX, MT940 and QIF, and its own reader of XML for camt.053. They share nothing with
 * the program, and add up for themselves.
 */
import { spawnSync } from "node:child_process"

/** A statement as it was read: money as decimals, `day` as YYYY-MM-DD. */
export interface ReadStatement {
  readonly account: string
  readonly currency: string | null
  readonly opening: string | null
  readonly closing: string
  /** Whether the entries lead from the opening to the closing balance; null where no opening one is stated. */
  readonly ties: boolean | null
  readonly entries: ReadonlyArray<readonly [id: string, amount: string, day: string, text: string]>
}

const printing = `
import json, sys
from decimal import Decimal

def statement(account, currency, opening, closing, entries):
    total = sum((amount for _, amount, _, _ in entries), Decimal(0))
    return {
        "account": account, "currency": currency, "opening": None if opening is None else str(opening), "closing": str(closing),
        "ties": None if opening is None else opening + total == closing,
        "entries": [[id, str(amount), day, text] for id, amount, day, text in entries],
    }
`

/** Reads the file that is the first argument and prints what is in it. */
const scripts = {
  ofx: `
from datetime import timedelta
from ofxtools.Parser import OFXTree
tree = OFXTree()
tree.parse(sys.argv[1])
print(json.dumps([
    statement(s.account.acctid, s.curdef, None, s.ledgerbal.balamt, [
        (t.fitid, t.trnamt, (t.dtposted + timedelta(hours=3)).strftime("%Y-%m-%d"), "%s\\n%s" % (t.name, t.memo)) for t in s.transactions
    ]) for s in tree.convert().statements
]))
`,
  camt053: `
import xml.etree.ElementTree as ET
names = {"": "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"}
def signed(element):
    amount = Decimal(element.find("Amt", names).text)
    return -amount if element.find("CdtDbtInd", names).text == "DBIT" else amount
def balance(s, code):
    return next(signed(b) for b in s.findall("Bal", names) if b.find("Tp/CdOrPrtry/Cd", names).text == code)
read = []
for s in ET.parse(sys.argv[1]).getroot().findall("BkToCstmrStmt/Stmt", names):
    entries = [(
        e.find("AcctSvcrRef", names).text, signed(e), e.find("BookgDt/DtTm", names).text[:10],
        "".join(piece.text for piece in e.findall("NtryDtls/TxDtls/RmtInf/Ustrd", names)),
    ) for e in s.findall("Ntry", names)]
    one = statement(s.find("Acct/Id/Othr/Id", names).text, s.find("Acct/Ccy", names).text, balance(s, "OPBD"), balance(s, "CLBD"), entries)
    summary = s.find("TxsSummry", names)
    amounts = [amount for _, amount, _, _ in entries]
    one["ties"] = one["ties"] and len(entries) == int(summary.find("TtlNtries/NbOfNtries", names).text) and (
        signed(summary.find("TtlNtries/TtlNetNtry", names)) == sum(amounts)
        and Decimal(summary.find("TtlNtries/Sum", names).text) == sum(abs(a) for a in amounts)
        and Decimal(summary.find("TtlCdtNtries/Sum", names).text) == sum(a for a in amounts if a > 0)
        and Decimal(summary.find("TtlDbtNtries/Sum", names).text) == -sum(a for a in amounts if a < 0))
    read.append(one)
print(json.dumps(read))
`,
  mt940: `
from mt940.parser import parse_statements
print(json.dumps([
    statement(
        s.data["account_identification"], s.currency, s.data["final_opening_balance"].amount.amount,
        s.data["final_closing_balance"].amount.amount,
        [(t.data["customer_reference"], t.data["amount"].amount, str(t.data["date"]), t.data.get("transaction_details", "")) for t in s],
    ) for s in parse_statements(sys.argv[1])
]))
`,
  qif: `
from quiffen import Qif
read = []
for account in Qif.parse(sys.argv[1]).accounts.values():
    [transactions] = account.transactions.values()
    first, *others = transactions
    assert first.payee == "Opening Balance" and first.to_account == account.name, first
    read.append(statement(account.name, None, first.amount, account.balance, [
        (t.check_number, t.amount, t.date.strftime("%Y-%m-%d"), t.memo or "") for t in others
    ]))
print(json.dumps(read))
`
}

/** Reads a file of a format; fails with what Python said. */
export const readBack = (python: string, format: keyof typeof scripts, path: string): ReadonlyArray<ReadStatement> => {
  const { status, stderr, stdout } = spawnSync(python, ["-W", "ignore", "-c", printing + scripts[format], path], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", PYTHONUTF8: "1" },
    maxBuffer: 2 ** 28
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
