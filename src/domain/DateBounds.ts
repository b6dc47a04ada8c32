/**
 * Whether the service counts the days a statement request names as inside (interface 4.2 rule 4: not shown).
 */
import { Schema } from "effect"

/** What settings say about the bounds: nothing, both days are inside, or the end day is not. */
export const DateBounds = Schema.Literals(["unknown", "inclusive", "exclusive-end"])
export type DateBounds = typeof DateBounds.Type
