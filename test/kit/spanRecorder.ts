/** The spans that something makes. */
import { Tracer } from "effect"

/** A tracer that keeps its spans. */
export const spanRecorder = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer }
}
