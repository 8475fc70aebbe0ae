/** Section "figures": all requests together, and every label. */
import { emptyStatistics } from '@pone/metrics/statistics.ts'
import { reportSection } from '../section.ts'

export const figures = reportSection<'total' | 'labels'>({
  name: 'figures',
  empty: { total: { ...emptyStatistics }, labels: [] },
  start: ({ merge, range }) => ({
    finish: () => {
      const windowMs = range.toMs - range.fromMs
      return { total: merge.total(windowMs), labels: merge.labelStatistics(windowMs) }
    },
  }),
})
