import { defineConfig } from "vitest/config"

/** Tests that are asked about changes to the code (docs/mutation.md): each may be asked a thousand times. */
export default defineConfig({
  resolve: { conditions: ["source"] },
  test: {
    env: { MUTATION: "1" },
    isolate: false,
    maxWorkers: "100%",
    include: (process.env["MUTATION_TESTS"] ?? "").split(" "),
    runner: "./scripts/mutation/runner.ts",
    testTimeout: 1_000_000_000,
    // What a change breaks may fail behind the test that met it.
    dangerouslyIgnoreUnhandledErrors: true
  }
})
