/** Sentences of the first screen of a report: why the verdict is what it is, and under which load something happened; pure. */
import { formatClock, formatNumber, formatPeak } from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { Translate } from '../../../lib/i18n.ts'

/** How many rules hold or are broken; null where rules do not decide. */
export function whyText(
  { verdict, sla }: Pick<ReportContent, 'verdict' | 'sla'>,
  t: Translate,
): string | null {
  const count = sla.filter(({ state }) => state !== 'notJudged').length
  const broken = sla.filter(({ state }) => state === 'broken').length
  if (broken > 0) return t('report.why.broken', { count, broken })
  if (verdict !== 'passed') return null
  return count < sla.length
    ? t('report.why.somePassed', { count, all: sla.length })
    : t('report.why.passed', { count })
}

/** An instant by the run's clock, with the most users of its second where these are known. */
export function instantText(
  { run, seconds, secondsPerPoint }: Pick<ReportContent, 'run' | 'seconds' | 'secondsPerPoint'>,
  instant: number,
  t: Translate,
): string {
  const elapsed = (instant - (run.startedAt ?? instant)) / 1_000
  const at = formatClock(elapsed)
  const point = seconds.find(({ second }) => second <= elapsed && elapsed < second + secondsPerPoint)
  return point === undefined ? at : t('report.atUsers', { at, users: formatNumber(point.users) })
}

/** The most users at a time in the report's part. */
export const peakOf = ({ peakUsers, usersBasis, run }: ReportContent): string =>
  formatPeak(peakUsers ?? run.peakUsers, usersBasis)
