/**
 * Colours, where the terminal that data goes to has them and `NO_COLOR` does not forbid them.
 */
import { styleText } from "node:util"

const colours = { good: "green", doubtful: "yellow", bad: "red" } as const

/** Shows by colour how good what a text says is; the text as it stands where there are no colours. */
export const style = (look: keyof typeof colours, text: string): string =>
  styleText(colours[look], text, { stream: process.stdout })
