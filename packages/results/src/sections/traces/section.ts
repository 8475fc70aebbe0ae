/** Section "traces": the slowest requests of each label that began a trace, of which each second of each engine process told one. */
import type { SlowTrace } from '@pone/contract/entities/run.ts'
import { reportSection } from '../section.ts'
import { tracesData } from './data.ts'
import { tracesHtml } from './html.ts'

const perLabel = 3
const maxTraces = 100

const bySlowness = (a: SlowTrace, b: SlowTrace): number => b.durationMs - a.durationMs

export const traces = reportSection({
  name: 'traces',
  data: tracesData,
  start: ({ record }) => {
    const slowest = new Map<number, SlowTrace[]>()
    return {
      add: batch => {
        for (const trace of batch.traces ?? []) {
          const known = slowest.get(trace.label) ?? []
          slowest.set(trace.label, [...known, trace].toSorted(bySlowness).slice(0, perLabel))
        }
      },
      finish: () => ({
        traces: [...slowest.values()]
          .flat()
          .toSorted(bySlowness)
          .slice(0, maxTraces)
          .map(trace => ({ ...trace, label: record.labels[trace.label]?.name ?? '' })),
      }),
    }
  },
  html: tracesHtml,
})
