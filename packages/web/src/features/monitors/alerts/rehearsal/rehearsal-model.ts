/** What a rehearsal and an incident show: the curve with its thresholds, states as intervals, and notices in their order; pure. */
import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import type { RehearsedSeries } from '@pone/contract/entities/alert.ts'
import type { MonitorSeries } from '@pone/contract/entities/monitor.ts'
import type { ChartBand, ChartEvent, ChartSeries } from '../../../../ui/chart/time-series.ts'

type Rehearsal = RehearsedSeries['after']
export type Phase = Rehearsal['intervals'][number]['phase']
type Tone = ChartBand['tone']

export const phaseTones: Readonly<Record<Phase, Tone | null>> = {
  activated: null,
  triggered: 'failed',
  silent: 'warning',
  deactivated: 'off',
  deactivatedNotified: 'off',
}

/** The counter whose stored curve is what an incident compared; null where no curve is. `grows`: whether it only grows. */
export function curveOf(
  indicator: AlertIndicator,
  grows: boolean,
): { readonly section: string; readonly counter: string } | null {
  if (indicator.kind === 'certificateDays') return { section: 'reach', counter: 'certificateDays' }
  if (indicator.kind !== 'counter') return null
  const { section, reading } = indicator
  // Curves of counters that only grow are rates.
  return grows && reading.fn === 'value' ? null : { section, counter: reading.counter }
}

/** Unit of the values that are compared. `unitOf`: of a counter. */
export function curveUnit(
  indicator: AlertIndicator,
  unitOf: (section: string, reading: AlertReading) => string | undefined,
): string {
  if (indicator.kind === 'noData') return 's'
  return indicator.kind === 'counter' ? (unitOf(indicator.section, indicator.reading) ?? '') : ''
}

const sameLabels = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

interface CurveTexts {
  readonly name: string
  readonly max: string
  readonly min: string
}

export type AlertCurve = RehearsedSeries['curve']

/** The curve of the series with these labels; null where it has none. */
export function curveWith(labels: RehearsedSeries['labels'], answer: MonitorSeries): AlertCurve | null {
  const found = answer.series.find(each => sameLabels(each.labels, labels))
  return found === undefined ? null : { at: answer.times, values: found.values }
}

/** Curve and thresholds in the shown unit. */
export function curveLines(
  curve: AlertCurve,
  { max, min }: { readonly max: number | null; readonly min: number | null },
  { texts, factor }: { readonly texts: CurveTexts; readonly factor: number },
): { readonly seconds: number[]; readonly series: ChartSeries[] } {
  const level = (key: 'max' | 'min', value: number): ChartSeries => ({
    key,
    label: texts[key],
    color: 'target',
    values: curve.at.map(() => value * factor),
  })
  return {
    seconds: curve.at.map(instant => instant / 1_000),
    series: [
      {
        key: 'value',
        label: texts.name,
        color: 'name1',
        values: curve.values.map(value => (value === null ? null : value * factor)),
      },
      ...(max === null ? [] : [level('max', max)]),
      ...(min === null ? [] : [level('min', min)]),
    ],
  }
}

/** Intervals in which notices were due or held back, as areas of a chart. */
export const phaseBands = (
  { intervals }: Pick<Rehearsal, 'intervals'>,
  nameOf: (phase: Phase) => string,
): ChartBand[] =>
  intervals.flatMap(({ from, to, phase }) => {
    const tone = phaseTones[phase]
    return tone === null ? [] : [{ from: from / 1_000, to: to / 1_000, label: nameOf(phase), tone }]
  })

export const noticeEvents = (
  { notices }: Pick<Rehearsal, 'notices'>,
  nameOf: (kind: Rehearsal['notices'][number]['kind']) => string,
): ChartEvent[] =>
  notices.map(({ at, kind }) => ({
    second: at / 1_000,
    label: nameOf(kind),
    tone: kind === 'recovered' ? 'running' : 'failed',
  }))

export interface StripPart {
  readonly phase: Phase
  readonly from: number
  readonly to: number
  readonly leftPercent: number
  readonly widthPercent: number
}

/** Intervals as parts of a line that stands for the whole range. */
export function stripParts({ intervals }: Pick<Rehearsal, 'intervals'>): StripPart[] {
  const from = intervals[0]?.from ?? 0
  const length = (intervals.at(-1)?.to ?? from) - from
  if (length <= 0) return []
  return intervals.map(each => ({
    ...each,
    leftPercent: ((each.from - from) / length) * 100,
    widthPercent: ((each.to - each.from) / length) * 100,
  }))
}

export interface ShownNotice {
  readonly at: number
  readonly kind: Rehearsal['notices'][number]['kind']
  readonly value: number | null
  readonly incident: number
  /** Whether only the edited rule, or only the stored one, makes it. */
  readonly change: 'added' | 'removed' | 'same'
}

/** Notices of the edited rule and those that only the stored one makes, in the order of time. */
export function shownNotices({ after, added, removed }: RehearsedSeries): ShownNotice[] {
  const isAdded = (notice: { at: number; kind: string }) =>
    added.some(({ at, kind }) => at === notice.at && kind === notice.kind)
  return [
    ...after.notices.map(notice => ({
      ...notice,
      change: isAdded(notice) ? ('added' as const) : ('same' as const),
    })),
    ...removed.map(notice => ({ ...notice, change: 'removed' as const })),
  ].toSorted((a, b) => a.at - b.at)
}
