import { defineConfig } from "rolldown"

const output = { dir: "dist", format: "esm", entryFileNames: "[name].js", minify: true } as const

/** Two files: the launcher, and the whole program, which the launcher loads when this Node can run it. */
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
    external: [/^@duckdb\//],
    output: { ...output, codeSplitting: false }
  }
])
