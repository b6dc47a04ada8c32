/**
 * The work of `settings`.
 */
import { Effect } from "effect"
import { allSettings, type ListedSetting, type SettingInForce, settingsInForce } from "../../../settings/inForce.ts"
import { settingsProviderInForce } from "../../../settings/SettingsProvider.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { rowFormats } from "../../output/rowFormats.ts"
import { type Column, renderTable } from "../../output/table.ts"

const columns = (...names: ReadonlyArray<string>): ReadonlyArray<Column> =>
  names.map((name) => ({ name, type: "VARCHAR" }))

/** Prints all settings with what they are now. */
export const showSettings = Effect.fnUntraced(function*(json: boolean) {
  const file = (yield* settingsProviderInForce)?.file ?? null
  const settings = yield* settingsInForce
  if (json) return yield* printJson({ file, settings })
  const rows = settings.map((each) => [each.variable, valueText(each), each.from ?? "-"])
  yield* printData(renderTable({ columns: columns("setting", "value", "given by"), rows }, dataColumns()))
})

const valueText = ({ otherwise, problem, value }: SettingInForce): string =>
  problem !== null
    ? `not valid: ${problem}`
    : value ?? (otherwise === null ? "-" : `(${otherwise.replaceAll("`", "")})`)

const names = columns("variable", "flag", "in the file", "what it is", "without it")

/** All settings as a table of Markdown. */
export const markdown = (): string => {
  const { before, row } = rowFormats.markdown(names)
  return before + allSettings.map((each, index) => row(cellsOf(each), index === 0)).join("")
}

const code = (text: string | null): string => (text === null ? "" : `\`${text}\``)

const cellsOf = (
  { flag, key, means, otherwise, secret, variable, ...setting }: ListedSetting
): ReadonlyArray<string> => [
  code(variable),
  code(flag),
  code(key),
  `${means}${secret ? "; secret" : ""}`,
  setting.default === null ? otherwise ?? "" : code(setting.default)
]

/** Prints that table. */
export const showMarkdown = Effect.suspend(() => printData(markdown()))
