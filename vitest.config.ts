import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

const conditions = ["source"]
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } }

/** Of the end-to-end tests those that take longest, the longest first: one that began last would keep one worker alone. */
const longest = ["kill", "hostileSql", "commands", "deploy", "sixtyNights", "crashPoints", "query", "supply", "soak"]
  .map((name) => `/test/e2e/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const places = new Map(longest.map((path, place) => [path, place]))
    const placeOf = ({ moduleId }: TestSpecification): number =>
      places.get(moduleId.slice(moduleId.lastIndexOf("/test/e2e/"))) ?? longest.length
    return super.sort(files).then((sorted) => sorted.toSorted((one, other) => placeOf(one) - placeOf(other)))
  }
}

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
