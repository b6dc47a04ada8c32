import { defineConfig } from "rolldown"

/** The launcher stays apart so that a Node too old to parse the program can still be told which one it needs. */
export default defineConfig({
  input: { bin: "src/cli/bin.ts", cli: "src/cli/main.ts" },
  platform: "node",
  external: [/^@duckdb\//, "./main.ts", /\.\/main\.ts$/],
  output: { dir: "dist", format: "esm", entryFileNames: "[name].js", minify: true }
})
