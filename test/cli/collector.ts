/**
 * A collector of OTLP over HTTP on this machine, which keeps what it is sent, or behaves badly.
 */
import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

/** A request as it came. */
export interface Export {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}

/** A span as OTLP has it, as far as it is looked at. */
export interface OtlpSpan {
  readonly status?: { readonly message?: string }
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly attributes: ReadonlyArray<Attribute>
}

interface Point {
  readonly attributes: ReadonlyArray<Attribute>
  readonly asDouble?: number
  readonly count?: number
}

interface OtlpMetric {
  readonly name: string
  readonly unit: string
  readonly sum?: { readonly dataPoints: ReadonlyArray<Point> }
  readonly histogram?: { readonly dataPoints: ReadonlyArray<Point> }
}

/** Serves until the scope closes; a `silent` one takes requests and never answers. */
export const collector = (answer: "ok" | "silent" | "failing" | "redirecting" = "ok") =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly exports: Array<Export>; readonly close: () => void }>((resume) => {
      const exports: Array<Export> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          exports.push({
            path: request.url ?? "",
            headers: request.headers,
            body: Buffer.concat(chunks).toString()
          })
          if (answer === "ok") response.end("{}")
          else if (answer === "failing") response.writeHead(503).end("no")
          else if (answer === "redirecting") response.writeHead(307, { location: "http://127.0.0.1:9/elsewhere" }).end()
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, exports, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

/** The attributes of a span or a point as an object. */
export const attributesOf = (item: { readonly attributes: ReadonlyArray<Attribute> }): Record<string, unknown> =>
  Object.fromEntries(item.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** All spans of some exports. */
export const spansOf = (exports: ReadonlyArray<Export>): ReadonlyArray<OtlpSpan> =>
  exports.filter(({ path }) => path === "/v1/traces").flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as {
      readonly resourceSpans: ReadonlyArray<{ scopeSpans: ReadonlyArray<{ spans: ReadonlyArray<OtlpSpan> }> }>
    }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  })

/** The metrics of the last export, which says how much there is in all. */
export const metricsOf = (exports: ReadonlyArray<Export>): ReadonlyArray<OtlpMetric> => {
  const { body } = exports.findLast(({ path }) => path === "/v1/metrics") ?? { body: `{"resourceMetrics":[]}` }
  const { resourceMetrics } = JSON.parse(body) as {
    readonly resourceMetrics: ReadonlyArray<{ scopeMetrics: ReadonlyArray<{ metrics: ReadonlyArray<OtlpMetric> }> }>
  }
  return resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
}

/** How much a metric counts at the points that have all of some attributes. */
export const totalOf = (
  metrics: ReadonlyArray<OtlpMetric>,
  name: string,
  having: Readonly<Record<string, string>> = {}
): number =>
  metrics.filter((metric) => metric.name === name)
    .flatMap(({ histogram, sum }) => [...(sum?.dataPoints ?? []), ...(histogram?.dataPoints ?? [])])
    .filter((point) => {
      const attributes = attributesOf(point)
      return Object.entries(having).every(([key, value]) => attributes[key] === value)
    })
    .reduce((total, { asDouble, count }) => total + (asDouble ?? count ?? 0), 0)
