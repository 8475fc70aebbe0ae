/** Section "distribution": response times of all requests in buckets of growing width. */
import { distributionOf } from '@pone/metrics/distribution.ts'
import { reportSection } from '../section.ts'
import { distributionData } from './data.ts'
import { distributionHtml } from './html.ts'

export const distribution = reportSection({
  name: 'distribution',
  data: distributionData,
  start: ({ merge }) => ({ finish: () => ({ distribution: distributionOf(merge.requests.histogram) }) }),
  html: distributionHtml,
})
