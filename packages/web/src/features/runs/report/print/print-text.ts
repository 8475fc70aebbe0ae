/** Texts of the printed report; pure. */
import { formatClockRange } from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'

/** What the report covers on the run's clock. */
export const rangeText = ({ fromMs, toMs }: Pick<ReportContent, 'fromMs' | 'toMs'>): string =>
  formatClockRange(fromMs, toMs)
