/** Section "metrics": what protocols count beside their samples, such as messages, rows and round trips. */
import { reportSection } from '../section.ts'
import { metricsData } from './data.ts'
import { metricsHtml } from './html.ts'

export const metrics = reportSection({
  name: 'metrics',
  data: metricsData,
  start: ({ merge, range }) => ({
    finish: () => ({ metrics: merge.metrics.table(range.toMs - range.fromMs) }),
  }),
  html: metricsHtml,
})
