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
