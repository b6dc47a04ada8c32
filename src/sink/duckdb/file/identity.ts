/**
 * Which file a name leads to: the same for all names of one file, and another when a file takes the place of one.
 */
import { stat } from "node:fs/promises"

/** The identity of a file by what the system says of it. */
export const identityIn = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string => `${dev}:${ino}`

/** Which file a path leads to. */
export const identityOf = (path: string): Promise<string> => stat(path, { bigint: true }).then(identityIn)
