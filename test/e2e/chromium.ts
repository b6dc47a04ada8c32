/**
 * Debian's Chromium.
 */
import { debianProgram } from "./debianProgram.ts"

/** Its path; undefined where it can't be had, which is said. */
export const chromium: string | undefined = debianProgram({
  places: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  packages: ["chromium"],
  untested: "how a browser shows the report"
})
