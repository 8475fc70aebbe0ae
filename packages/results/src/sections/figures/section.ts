/** Section "figures": all requests together, every label, and the most users at a time. */
import { reportSection } from '../section.ts'
import { figuresData } from './data.ts'
import { figuresHtml } from './html.ts'

export const figures = reportSection({
  name: 'figures',
  data: figuresData,
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
  html: figuresHtml,
})
