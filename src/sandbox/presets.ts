/**
 * Ready-made sandboxes.
 */
import type { SandboxInput } from "./SandboxOptions.ts"

/**
 * A year of four wallets in five currencies, one wallet with two of them; days that one answer cannot hold together
 * with their neighbours, none that it cannot hold alone.
 */
export const demo = {
  seed: 2025,
  amountForm: "mixed",
  wallets: [
    {
      walletNo: "254700000001",
      records: 42_000,
      currency: "KES",
      openingBalance: "125000.00",
      traffic: "weekly",
      busyDays: [{ day: "2025-06-30", records: 4100 }, { day: "2025-11-28", records: 4870 }, {
        day: "2025-12-24",
        records: 4635
      }]
    },
    { walletNo: "256770000002", records: 9_000, currency: "UGX", decimals: 0, openingBalance: "2500000" },
    { walletNo: "255650000003", records: 14_000, currency: "USD", openingBalance: "8200.50", traffic: "burst" },
    {
      walletNo: "250780000004",
      records: 5_000,
      currency: "EUR",
      otherCurrencies: ["RWF"],
      openingBalance: "4000.00"
    }
  ]
} as const satisfies SandboxInput

/** 1,000,000 records of one wallet over three years, with busy days of up to 4,999 records. */
export const large = {
  seed: 1_000_000,
  wallets: [{
    walletNo: "254700000009",
    records: 1_000_000,
    from: "2023-01-01",
    to: "2025-12-31",
    openingBalance: "1000000.00",
    traffic: "weekly",
    busyDays: [
      { day: "2023-11-24", records: 4999 },
      { day: "2024-02-29", records: 4950 },
      { day: "2024-11-29", records: 4999 },
      { day: "2025-11-28", records: 4999 },
      { day: "2025-12-31", records: 4800 }
    ]
  }]
} as const satisfies SandboxInput

/** 20,000 records of one wallet over a year, busy days included: enough to make a pull split its windows. */
export const small = {
  seed: 20_000,
  wallets: [{
    walletNo: "254700000005",
    records: 20_000,
    busyDays: [{ day: "2025-03-14", records: 4999 }, { day: "2025-03-15", records: 4200 }]
  }]
} as const satisfies SandboxInput
