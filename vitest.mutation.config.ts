import { defineConfig } from "vitest/config"

/** The quick tests of the pure modules, which mutation tests run thousands of times. */
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
      "test/domain/ServiceTime.test.ts"
    ]
  }
})
