/** Past values of indicators that follow from time, no data and availability, from how the collections of a monitor ended; pure. */
import type { PastValues } from '@pone/alerts/rehearsal.ts'
import type { SectionSpan } from '../../adapters/time-series/time-series.ts'

/** The server makes these values at multiples of this. */
export const timedValuesMs = 15_000

type Span = Pick<SectionSpan, 'section' | 'fromMs' | 'toMs' | 'cause'>

/** Of a section that has values: those of most label sets. */
const causeWithValues = 'tooManyLabels'
const withoutCollector: readonly (string | null)[] = ['noAgent', 'agentLost']

const isCollected = ({ cause }: Span): boolean => cause === null || cause === causeWithValues

interface Asked {
  readonly kind: 'noData' | 'availability'
  /** Sections by which the target is down when one of them fails. */
  readonly answering: ReadonlySet<string>
  readonly from: number
  readonly to: number
}

/** null: the monitor was not collected then, so that nothing was evaluated. */
export function pastByTime(
  spans: readonly Span[],
  { kind, answering, from, to }: Asked,
): PastValues & { readonly at: number[]; readonly values: (number | null)[] } {
  const ordered = spans.toSorted((one, other) => one.fromMs - other.fromMs)
  const at: number[] = []
  const values: (number | null)[] = []
  let begun = 0
  let active: Span[] = []
  let lastValueAt: number | null = null
  for (let now = Math.ceil(from / timedValuesMs) * timedValuesMs; now < to; now += timedValuesMs) {
    for (; (ordered[begun]?.fromMs ?? Number.POSITIVE_INFINITY) <= now; begun += 1)
      active.push(...ordered.slice(begun, begun + 1))
    const ended = active.filter(({ toMs }) => toMs !== null && toMs <= now)
    active = active.filter(span => !ended.includes(span))
    for (const { toMs } of ended.filter(isCollected)) lastValueAt = Math.max(lastValueAt ?? 0, toMs ?? 0)
    if (active.some(isCollected)) lastValueAt = now
    at.push(now)
    values.push(kind === 'noData' ? silence(active, lastValueAt, now) : availability(active, answering))
  }
  return { at, values }
}

/** Seconds without a value; while none was ever seen, since the first attempt. */
function silence(active: readonly Span[], lastValueAt: number | null, now: number): number | null {
  if (active.length === 0) return null
  const since = lastValueAt ?? Math.min(...active.map(({ fromMs }) => fromMs))
  return Math.round((now - since) / 1_000)
}

function availability(active: readonly Span[], answering: ReadonlySet<string>): number | null {
  if (active.length === 0) return null
  const failed = active.filter(span => !isCollected(span))
  const isDown = failed.length === active.length || failed.some(({ section }) => answering.has(section))
  if (!isDown) return 1
  return failed.every(({ cause }) => withoutCollector.includes(cause)) ? null : 0
}
