/** What a rehearsal shows: states as intervals, and notices in their order; pure. */
import type { RehearsedSeries } from '@pone/contract/entities/alert.ts'
import type { ChartBand, ChartEvent } from '../../../../ui/chart/time-series.ts'

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
