import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/kit/longestFirst.ts"

const conditions = ["source"]
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/architecture.test.ts", "test/e2e/**"],
          // Files share a worker's modules: to load them for each file anew took longer than many files' tests.
          isolate: false,
          // Some try hundreds of runs; on a machine that does other work beside them they take minutes.
          testTimeout: 180_000
        }
      },
      { ...shared, test: { name: "architecture", include: ["test/architecture.test.ts"] } },
      {
        ...shared,
        test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 }
      }
    ]
  }
})
