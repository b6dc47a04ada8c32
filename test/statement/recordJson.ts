const whole = {
  txnId: `"T1"`,
  type: `"Credit"`,
  amount: `"10.00"`,
  balance: "90071992547409.93",
  description: `"canary-description"`,
  confirmed: "true",
  date: `"2024-03-05 14:03:22 PM"`
}

/** The text of a record, its values as JSON; a field whose value is empty is left out. */
export const recordJson = (fields: Readonly<Record<string, string>> = {}): string =>
  `{${
    Object.entries({ ...whole, ...fields }).filter(([, value]) => value !== "").map(([key, value]) =>
      `"${key}": ${value}`
    )
      .join(",")
  }}`
