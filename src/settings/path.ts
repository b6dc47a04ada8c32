/**
 * Paths that settings name. A key or a password that was put where a path belongs must not come out in a message about
 * a file that is not there.
 */
import { existsSync, lstatSync } from "node:fs"
import { dirname, isAbsolute, resolve } from "node:path"
import type { SettingShape } from "./SettingShape.ts"

/** PEM, with its line breaks or with escapes for them, a JWK, and a key's DER as Base64. */
const keyText = /-----BEGIN |[\p{Cc}\p{Zl}\p{Zp}]|^\s*\{|^MI[A-Za-z0-9+/=]{100,}$/u

/** Whether a text is a key or some other content of a file, and no path. */
export const isKeyText = (text: string): boolean => keyText.test(text)

/** The path of a file; `expected` says of which. */
export const path = (expected: string): SettingShape<string> => ({
  expected,
  parse: (value) => (isKeyText(value) ? undefined : value)
})

/** A path of a file that is not there, as an error may hold it: only what does not look like a password. */
export const shownPath = (path: string): string =>
  !isKeyText(path) && (/\.[A-Za-z]{1,6}$/.test(path) || (/[/\\]/.test(path) && existsSync(dirname(path))))
    ? path
    : "the path given"

/**
 * The same for the path of a secret's file, which the secret itself may have been given for, whatever that looks like: what is
 * not there is not shown, but how far the path leads.
 */
export const shownSecretPath = (path: string): string =>
  !isKeyText(path) && isThere(path) ? path : howFar(path, "the path given")

/** The same for the path of a key's file, which is shown when it ends as such files do: keys don't, and passwords hardly. */
export const shownKeyPath = (path: string): string =>
  !isKeyText(path) && keyFileEnd.test(path) && !isThere(path) ? howFar(path, path) : shownSecretPath(path)

const keyFileEnd = /\.(?:pem|key|der|p8|pk8|jwk|json|txt)$/i

const howFar = (path: string, shown: string): string => {
  if (isKeyText(path)) return shown
  let folder = dirname(resolve(path))
  while (!isThere(folder)) folder = dirname(folder)
  return `${shown} (${isAbsolute(path) ? "" : `relative to ${process.cwd()}; `}nothing of its name is in ${folder})`
}

/** A link that leads nowhere is there. */
const isThere = (path: string): boolean => {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}
