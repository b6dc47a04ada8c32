/**
 * Paths of a configuration file, which are relative to it: files, the database, and programs that are named by a path.
 */
import { existsSync } from "node:fs"
import { isAbsolute, join, resolve } from "node:path"
import { secretNames } from "./catalogue.ts"
import { commandWords } from "./commandWords.ts"
import { isKeyText } from "./path.ts"
import { shellQuote } from "./shellQuote.ts"

/** Whether a setting is a program to run. */
export const isCommand = (name: string): boolean => name.endsWith("_COMMAND")

/** Settings that are paths and never stand beside a secret of the same name: any text of theirs is one. */
const plainPaths: ReadonlySet<string> = new Set(["DB", "WITNESS_FILE"])

/** Paths with commas between. */
const listOfPaths = "PUBLISH"

/** A setting's text as it is meant in a configuration file in `folder`. */
export const besideFile = (name: string, text: string, folder: string): string => {
  if (isCommand(name)) return withProgramOf(text, folder)
  if (name === listOfPaths) return text.split(",").map((path) => besideIt(path.trim(), folder)).join(",")
  // Errors show of a secret's file only what is there.
  if (plainPaths.has(name) || secretNames.some((secret) => name === `${secret}_FILE`)) return besideIt(text, folder)
  return name.endsWith("_FILE") && isPath(text, folder) ? within(folder, text) : text
}

const besideIt = (text: string, folder: string): string =>
  text.trim() === "" || isKeyText(text) ? text : within(folder, text)

const within = (folder: string, path: string): string => isAbsolute(path) ? path : join(folder, path)

/** A secret that was put where a path belongs must not become a path: errors show those. */
const isPath = (text: string, folder: string): boolean =>
  text.trim() !== "" && !isKeyText(text) &&
  (/[/\\]|\.[A-Za-z0-9]{1,6}$/.test(text) || existsSync(join(folder, text)) || existsSync(text))

/** A program without a slash in its name is looked for on the PATH. */
const withProgramOf = (text: string, folder: string): string => {
  const [program, ...others] = commandWords(text) ?? []
  return program === undefined || !program.includes("/")
    ? text
    : [resolve(folder, program), ...others].map(shellQuote).join(" ")
}
