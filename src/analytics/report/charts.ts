/**
 * Charts as SVG, drawn without a browser. Colours are the page's own, so that one drawing serves the light and the dark theme. A drawing
 * holds numbers and days alone; what it shows is said beside it, in exact amounts.
 */
import { BarChart, LineChart } from "echarts/charts"
import { GridComponent } from "echarts/components"
import { type EChartsCoreOption, init, use } from "echarts/core"
import { SVGRenderer } from "echarts/renderers"
import { shortMonth } from "../page/amountText.ts"
import { drawn, type Html, html } from "../page/html.ts"
import type { Books, CurvePoint, Sums } from "./Report.ts"

use([BarChart, LineChart, GridComponent, SVGRenderer])

/** What a chart is called, and what it shows, for those who don't see it. */
export interface Caption {
  readonly id: string
  readonly title: string
  readonly description: string
}

const width = 720
const [muted, line] = ["var(--muted)", "var(--line)"]

const axisLabel = { color: muted, fontSize: 12 }

const amountAxis = {
  type: "value",
  splitNumber: 4,
  axisLabel: { ...axisLabel, formatter: (value: number) => compact.format(value).replace("-", "−") },
  splitLine: { lineStyle: { color: line } }
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 })

const base = (height: number): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily: "inherit" },
  grid: { left: 64, right: 12, top: 12, bottom: 26, height: height - 38 }
})

const draw = (option: EChartsCoreOption, height: number, { description, id, title }: Caption): Html => {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height })
  chart.setOption({ ...base(height), ...option })
  const svg = chart.renderToSVGString()
  chart.dispose()
  const inner = slim(svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>")))
  return html`<svg class="chart" role="img" viewBox="0 0 ${width} ${height}" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>${
    drawn(inner)
  }</svg>`
}

/**
 * Without what only a pointer needs, what stands for every text, and the frames that nothing reaches beyond: a page may have hundreds of charts.
 */
const slim = (svg: string): string =>
  svg
    .replace(/<(style|defs)[ >][\s\S]*?<\/\1>/g, "")
    .replace(/<rect [^>]*fill="none"><\/rect>/, "")
    .replace(/<path [^>]*stroke-opacity="0"[^>]*><\/path>/g, "")
    .replace(
      / (?:pointer-events|class|clip-path|ecmeta_[a-z_]+|stroke-linecap|dominant-baseline|xml:space|style)="[^"]*"/g,
      ""
    )
    .replace(/<\/?g>|\n/g, "")
    .replace(/><\/(?:path|rect)>/g, "/>")

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The balance at the end of each day, and how low and high it went. */
export const balanceChart = ({ curve }: Pick<Books, "curve">, caption: Caption): Html => {
  const silent = { type: "line", showSymbol: false, silent: true } as const
  const points = (height: (point: CurvePoint) => number | null) => curve.map((point) => [at(point.day), height(point)])
  const band = { ...silent, stack: "band", stackStrategy: "all", lineStyle: { opacity: 0 } } as const
  return draw(
    {
      useUTC: true,
      xAxis: {
        type: "time",
        splitNumber: 6,
        axisLabel: { ...axisLabel, hideOverlap: true, formatter: dayOfAxis },
        axisLine: { lineStyle: { color: muted }, onZero: false },
        axisTick: { show: false }
      },
      yAxis: { ...amountAxis, scale: true },
      series: [
        { ...band, data: points(({ lowest }) => lowest) },
        {
          ...band,
          areaStyle: { color: "var(--accent)", opacity: 0.16 },
          data: points(({ highest, lowest }) => (highest === null || lowest === null ? null : highest - lowest))
        },
        { ...silent, lineStyle: { color: "var(--accent)", width: 1.75 }, data: points(({ closing }) => closing) }
      ]
    },
    220,
    caption
  )
}

const dayOfAxis = (millis: number): string => {
  const day = new Date(millis).toISOString().slice(0, 10)
  return day.endsWith("-01") ? shortMonth(day) : `${Number(day.slice(8))} ${shortMonth(day).slice(0, 3)}`
}

const barsOver = (labels: ReadonlyArray<string>) => ({
  xAxis: {
    type: "category",
    data: labels,
    axisLabel: { ...axisLabel, hideOverlap: true },
    axisLine: { lineStyle: { color: muted } },
    axisTick: { show: false }
  },
  yAxis: amountAxis
})

const bars = (color: string, data: ReadonlyArray<number>) => ({
  type: "bar",
  silent: true,
  itemStyle: { color },
  barMaxWidth: 40,
  barGap: "8%",
  barCategoryGap: "32%",
  data
})

/** What came in and went out in each month. */
export const monthsChart = (months: ReadonlyArray<Sums>, caption: Caption): Html =>
  draw(
    {
      ...barsOver(months.map(({ from }) => shortMonth(from))),
      series: [
        bars("var(--in)", months.map(({ credits }) => Number(credits))),
        bars("var(--out)", months.map(({ debits }) => Number(debits)))
      ]
    },
    200,
    caption
  )

/** How many rows each hour of the day has. */
export const hoursChart = (hours: ReadonlyArray<number>, caption: Caption): Html =>
  draw(
    {
      ...barsOver(hours.map((_, hour) => String(hour).padStart(2, "0"))),
      series: [{ ...bars("var(--accent)", hours), barCategoryGap: "20%" }]
    },
    150,
    caption
  )
