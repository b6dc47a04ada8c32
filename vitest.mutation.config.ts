import { defineConfig } from "vitest/config"

/**
 * The quick tests of the mutated modules, which mutation tests run thousands of times. In child processes: a thread
 * can't set the umask.
 */
export default defineConfig({
  resolve: { conditions: ["source"] },
  test: {
    env: { MUTATION: "1" },
    isolate: false,
    include: [
      "test/continuity/**/*.test.ts",
      "test/plan/**/*.test.ts",
      "test/sink/memory.test.ts",
      "test/sink/{audit,plan,store}/**/*.test.ts",
      "test/pipeline/{brokenRecords,containedFees,decided,dropped,findingsOf,gapPeriods,heldPeriods,joinedWindows}.test.ts",
      "test/pipeline/{knownBalances,namelessRows,redated,serviceDays,silentEnds,stored,unconfirmedRows}.test.ts",
      "test/transport/**/*.test.ts",
      "test/normalise/**/*.test.ts",
      "test/domain/Money.test.ts",
      "test/domain/ServiceTime.test.ts",
      "test/auth/**/*.test.ts",
      "test/signer/**/*.test.ts",
      "test/statement/**/*.test.ts"
    ],
    exclude: ["test/statement/hostile.test.ts"]
  }
})
