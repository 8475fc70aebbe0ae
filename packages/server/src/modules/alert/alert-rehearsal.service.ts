/** What a rule would have done with the last day of a monitor, beside the stored rule that it would replace. */
import { isDeepStrictEqual } from 'node:util'
import { thinnedCurve } from '@pone/alerts/curve.ts'
import { type RehearsedRule, rehearse, rehearseChange } from '@pone/alerts/rehearsal.ts'
import { type AlertRuleContent, timingOf } from '@pone/alerts/rule.ts'
import { mutedBySchedule } from '@pone/alerts/schedule.ts'
import type { RehearsedSeries } from '@pone/contract/entities/alert.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import { type PastMonitor, pastValues } from './past-values.ts'
import { type TimedMonitor, valueTiming } from './value-timing.ts'

const dayMs = 24 * 3_600_000
/** Of three minutes each. */
const curveParts = 480

export type RehearsedMonitor = PastMonitor & TimedMonitor

export async function rehearseOnStored(
  series: Pick<TimeSeries, 'query' | 'states'>,
  content: AlertRuleContent,
  { monitor, stored, now }: { monitor: RehearsedMonitor; stored: AlertRuleContent | null; now: number },
): Promise<RehearsedSeries[]> {
  const range = { from: now - dayMs, to: now }
  const after = rehearsed(content, monitor)
  const isSameValue = isDeepStrictEqual(stored?.indicator, content.indicator)
  const past = await pastValues(series, content, { monitor, ...range })
  return past.map(({ labels, ...values }) => {
    const told = { labels, curve: thinnedCurve(values, { ...range, parts: curveParts }) }
    if (stored === null || !isSameValue)
      return { ...told, after: rehearse(after, values, range), before: null, added: [], removed: [] }
    return { ...told, ...rehearseChange({ before: rehearsed(stored, monitor), after }, values, range) }
  })
}

const rehearsed = (content: AlertRuleContent, monitor: RehearsedMonitor): RehearsedRule => ({
  timing: timingOf(content, valueTiming(content.indicator, monitor)),
  mutedAt: at => mutedBySchedule(content.schedule, at),
})
