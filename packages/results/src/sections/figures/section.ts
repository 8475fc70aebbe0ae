/** Section "figures": all requests together, every label, and the most users at a time. */
import { emptyStatistics } from '@pone/metrics/statistics.ts'
import { reportSection } from '../section.ts'

export const figures = reportSection<'total' | 'labels' | 'peakUsers' | 'usersBasis'>({
  name: 'figures',
  empty: { total: { ...emptyStatistics }, labels: [], peakUsers: null, usersBasis: 'sampled' },
  start: ({ merge, range }) => ({
    finish: () => {
      const windowMs = range.toMs - range.fromMs
      return {
        total: merge.total(windowMs),
        labels: merge.labelStatistics(windowMs),
        peakUsers: merge.axis.mostUsers(),
        usersBasis: merge.usersBasis,
      }
    },
  }),
})
