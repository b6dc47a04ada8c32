import { defineConfig } from "rolldown"

const output = { dir: "dist", format: "esm", entryFileNames: "[name].js", minify: true } as const

/**
 * The launcher, and the program, which the launcher loads when this Node can run it: one file with what every start
 * needs, and one for each part that is loaded later. DuckDB's native part stays a package, of which npm takes the one
 * for the platform. What asks the database a user's question is a program of its own.
 */
export default defineConfig([
  {
    input: { bin: "src/cli/bin.ts" },
    platform: "node",
    plugins: [{
      name: "program-stays-apart",
      resolveId: (id) => (id === "./main.ts" ? { id: "./cli.js", external: true } : null)
    }],
    output
  },
  {
    input: { cli: "src/cli/main.ts" },
    platform: "node",
    external: ["@duckdb/node-bindings"],
    output: {
      ...output,
      chunkFileNames: "cli/[name].js",
      codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] }
    }
  },
  {
    input: { answer: "src/cli/actions/query/answer.ts" },
    platform: "node",
    external: ["@duckdb/node-bindings"],
    output
  }
])
