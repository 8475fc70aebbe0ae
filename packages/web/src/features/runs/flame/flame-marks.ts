/** Where flame diagrams lie on the time axis of a run; pure. */
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import { formatClockRange, noValue } from '@pone/metrics/figures.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import type { ChartMark } from '../../../ui/chart/chart-marks.tsx'

type Taken = Pick<ProfileRecord, 'id' | 'name' | 'startedAt' | 'durationMs'>

/** Of those whose instant is known and lies in the run. */
export function flameMarks(rows: readonly Taken[], startedAt: number | null, t: Translate): ChartMark[] {
  if (startedAt === null) return []
  return rows.flatMap(record => {
    const { id, name, startedAt: at, durationMs } = record
    const to = at === null ? -1 : (at + (durationMs ?? 0) - startedAt) / 1_000
    if (at === null || to < 0) return []
    const label = t('run.flame.mark', { name, part: partOf(record, startedAt) })
    return [
      { key: id, from: Math.max(0, (at - startedAt) / 1_000), to, label, href: links.flameDiagramView(id) },
    ]
  })
}

/** From when to when of the run. */
export function partOf({ startedAt: at, durationMs }: Taken, startedAt: number | null): string {
  if (at === null || startedAt === null) return noValue
  return formatClockRange(Math.max(0, at - startedAt), Math.max(0, at + (durationMs ?? 0) - startedAt))
}
