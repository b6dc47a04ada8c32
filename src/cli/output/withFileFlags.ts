/**
 * Commands that messages name, so that they do as they stand what they are named for: with the flags that said which file and which
 * settings are meant.
 */
import { shellQuote } from "../../settings/shellQuote.ts"

const names = ["--config", "--db"]

/** Commands that have both flags. */
const command =
  /`wallet-statement (?:pull|verify|status|findings|query|publish|compact|quarantine|check|categories|report|reconcile|export)\b[^`]*`/g

/** A text whose commands have these flags as the arguments of this process have them, but for one that a command has already; one that only asks for help needs none. */
export const withFileFlags = (text: string, argv: ReadonlyArray<string>): string => {
  const flags = names.flatMap((name) => {
    const value = valueOf(name, argv)
    return value === undefined ? [] : [{ name, text: ` ${name} ${shellQuote(value)}` }]
  })
  const added = (told: string): string =>
    told.includes(" --help")
      ? ""
      : flags.filter(({ name }) => !told.includes(` ${name} `)).map(({ text }) => text).join("")
  return flags.length === 0 ? text : text.replaceAll(command, (told) => `${told.slice(0, -1)}${added(told)}\``)
}

const valueOf = (name: string, argv: ReadonlyArray<string>): string | undefined => {
  const at = argv.findIndex((argument) => argument === name || argument.startsWith(`${name}=`))
  return at < 0 ? undefined : argv[at] === name ? argv[at + 1] : argv[at]?.slice(name.length + 1)
}
