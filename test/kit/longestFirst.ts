/**
 * Which test files begin first: those that alone take minutes where all cases are tried. The runner knows no durations on a clean
 * checkout, and would begin them last, for they are small.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node"

const longest = [
  "test/simulation.test.ts",
  "test/sink/duckdb/everyValue.test.ts",
  "test/sink/duckdb/publish/publishFolder.test.ts",
  "test/pipeline/caps.test.ts",
  "test/pipeline/doubtfulRows.test.ts",
  "test/pipeline/redated.test.ts",
  "test/pipeline/trueBalances.test.ts",
  "test/pipeline/acceptedFindings.test.ts",
  "test/sink/duckdb/contract.test.ts",
  "test/pipeline/shown.test.ts",
  ...["kill", "hostileSql", "commands", "deploy", "sixtyNights", "crashPoints", "query", "supply", "soak"]
    .map((name) => `test/e2e/${name}.test.ts`)
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((file) => moduleId.endsWith(file))
  return place < 0 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return super.sort(files).then((sorted) => sorted.toSorted((one, other) => placeOf(one) - placeOf(other)))
  }
}
