/** Section "mix": how near the part of the run came to the production mix that its scenario names. */
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { decodeLabels } from '../../batches/label-codec.ts'
import type { RunMix } from '../../run-mix.ts'
import { reportSection, type SectionMaker } from '../section.ts'
import { comparedArrivals } from './arrivals.ts'
import { type MixFidelity, mixData } from './data.ts'
import { comparedRequests, type LabelCount, matchedLabels } from './fidelity.ts'
import { mixHtml } from './html.ts'

export const mix = reportSection({
  name: 'mix',
  data: mixData,
  start: ({ record, range, merge, mix: bound }) => {
    if (bound === null || bound === 'deleted') return { finish: () => ({ mix: bound }) }
    const { requests } = bound
    if (requests === null) return { finish: () => ({ mix: 'unknownRequests' as const }) }
    const countOf = (label: number) => merge.countersOf(label)
    return comparison({ ...bound, requests }, { labels: record.labels, range, countOf })
  },
  html: mixHtml,
})

interface ComparedPart {
  readonly labels: readonly RunLabel[]
  readonly range: { readonly fromMs: number; readonly toMs: number }
  readonly countOf: (label: number) => LabelCount
}

function comparison(
  bound: RunMix & { readonly requests: NonNullable<RunMix['requests']> },
  { labels, range, countOf }: ComparedPart,
): SectionMaker<{ mix: MixFidelity }> {
  const { document, name, fromSeconds } = bound
  const matched = matchedLabels(document, bound.requests, labels)
  const ended = new Map<number, number>()
  return {
    add: batch => {
      let count = ended.get(batch.second) ?? 0
      for (const { label, passed, failed } of decodeLabels(batch.labels))
        if (matched.compared.has(label)) count += passed + failed
      ended.set(batch.second, count)
    },
    finish: () => ({
      mix: {
        name,
        fromMs: document.fromMs,
        toMs: document.toMs,
        fromSeconds: Math.floor(fromSeconds / document.intervalSeconds) * document.intervalSeconds,
        production: document.requests,
        productionOthers: document.otherRequests,
        leftOut: labels
          .filter(({ kind, index }) => kind === 'request' && !matched.compared.has(index))
          .reduce((sum, { index }) => sum + countOf(index).count, 0),
        ...comparedRequests(document, matched, countOf),
        intervalSeconds: document.intervalSeconds,
        arrivals: comparedArrivals(bound, { ...range, endedIn: second => ended.get(second) ?? 0 }),
      },
    }),
  }
}
