/** Section "distribution": response times of all requests in buckets of growing width. */
import { distributionOf } from '@pone/metrics/distribution.ts'
import { reportSection } from '../section.ts'

export const distribution = reportSection<'distribution'>({
  name: 'distribution',
  empty: { distribution: [] },
  start: ({ merge }) => ({ finish: () => ({ distribution: distributionOf(merge.requests.histogram) }) }),
})
