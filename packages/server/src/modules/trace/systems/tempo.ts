/** Grafana Tempo. @see https://grafana.com/docs/tempo/latest/api_docs/#query */
import { z } from 'zod'
import { otlpSpans, resourceSpansSchema } from './otlp.ts'
import { get, type TracingSystemKindParts } from './system.ts'

const answerSchema = z.object({
  batches: resourceSpansSchema.nullish(),
  resourceSpans: resourceSpansSchema.nullish(),
})

export const tempo: TracingSystemKindParts = {
  request: traceId => get(`/api/traces/${traceId}`),
  isNotFound: body => body === '' || /trace not found/i.test(body),
  read: json => {
    const { data } = answerSchema.safeParse(json)
    const resources = data?.batches ?? data?.resourceSpans
    return resources === undefined || resources === null ? null : { spans: otlpSpans(resources) }
  },
}
