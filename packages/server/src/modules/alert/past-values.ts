/** Past values of what a rule compares, from what is stored. */
import { isOnRows, labelsKey, sectionOf } from '@pone/alerts/readings.ts'
import type { PastValues } from '@pone/alerts/rehearsal.ts'
import type { AlertReading, AlertRuleContent } from '@pone/alerts/rule.ts'
import { maxRehearsedSeries } from '@pone/contract/entities/alert.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { SeriesCurve, TimeSeries } from '../../adapters/time-series/time-series.ts'
import { pastByTime } from './past-by-time.ts'

const dayMs = 24 * 3_600_000
/** Of so much time a storage returns the samples as they are. */
const pieceMs = 4 * 3_600_000
const pointsPerPiece = 5_000

export interface PastSeries extends PastValues {
  readonly labels: Readonly<Record<string, string>>
}

/** `type`: undefined for one that is not known. */
export interface PastMonitor {
  readonly id: string
  readonly type: MonitorType | undefined
}

/** Each series of the monitor that the indicator names; of a range of more than a day with few values. */
export async function pastValues(
  series: Pick<TimeSeries, 'query' | 'states'>,
  { indicator, onlyLabels }: Pick<AlertRuleContent, 'indicator' | 'onlyLabels'>,
  { monitor, from, to }: { monitor: PastMonitor; from: number; to: number },
): Promise<PastSeries[]> {
  const monitorId = monitor.id
  if (indicator.kind === 'noData' || indicator.kind === 'availability') {
    const spans = await series.states([monitorId], from, to)
    if (spans.length === 0) return []
    const sections = monitor.type?.sections ?? []
    const answering = new Set(sections.filter(each => each.answersAvailability).map(({ key }) => key))
    return [{ labels: {}, ...pastByTime(spans, { kind: indicator.kind, answering, from, to }) }]
  }
  const section = sectionOf(indicator)
  if (!isOnRows(indicator) || section === null) return []
  const ask = ({ counter, fn }: AlertReading) =>
    curvesOf(series, { monitorId, section, counters: [counter], labels: onlyLabels }, { fn, from, to })
  if (indicator.kind === 'certificateDays') return await ask({ counter: 'certificateDays', fn: 'value' })
  if (indicator.kind === 'counter') return await ask(indicator.reading)
  const [lefts, rights] = await Promise.all([ask(indicator.left), ask(indicator.right)])
  const shared = rights.find(({ labels }) => Object.keys(labels).length === 0)
  const byLabels = new Map(rights.map(right => [labelsKey(right.labels), right]))
  return lefts.flatMap(left => {
    const right = byLabels.get(labelsKey(left.labels)) ?? shared
    if (right === undefined) return []
    const valueAt = new Map(right.at.map((at, index) => [at, right.values[index] ?? null]))
    const values = left.values.map((value, index) => {
      const other = valueAt.get(left.at[index] ?? Number.NaN) ?? null
      if (value === null || other === null) return null
      const joined = { '+': value + other, '-': value - other, '*': value * other, '/': value / other }
      return joined[indicator.operator] * indicator.factor
    })
    return [{ labels: left.labels, at: left.at, values }]
  })
}

async function curvesOf(
  series: Pick<TimeSeries, 'query'>,
  selector: { monitorId: string; section: string; counters: string[]; labels: Record<string, string[]> },
  { fn, from, to }: { fn: AlertReading['fn']; from: number; to: number },
): Promise<PastSeries[]> {
  const found = new Map<string, { labels: SeriesCurve['labels']; at: number[]; values: (number | null)[] }>()
  const stepMs = to - from > dayMs ? to - from : pieceMs
  for (let begin = from; begin < to; begin += stepMs) {
    const curves = await series.query({
      selectors: [selector],
      fromMs: begin,
      toMs: Math.min(begin + stepMs, to),
      points: pointsPerPiece,
      fn: fn === 'rate' ? 'rate' : 'raw',
      aggregate: 'avg',
    })
    for (const { labels, at, values } of curves) {
      const key = labelsKey(labels)
      const known = found.get(key) ?? { labels, at: [], values: [] }
      if (!found.has(key) && found.size >= maxRehearsedSeries) continue
      found.set(key, known)
      known.at.push(...at)
      known.values.push(...values)
    }
  }
  return [...found.values()]
}
