/** Section "timeline": the seconds of the part, merged into points where they are many. */
import { SuspectRanges } from '../../merge/suspect-ranges.ts'
import { reportSection } from '../section.ts'
import { timelineData } from './data.ts'
import { timelineHtml } from './html.ts'

export const timeline = reportSection({
  name: 'timeline',
  data: timelineData,
  start: ({ merge, record }) => ({
    finish: () => {
      const suspect = new SuspectRanges(record.suspect)
      merge.axis.takeChanged((from, to) => suspect.touches(from, to))
      return {
        seconds: merge.axis.rows(),
        secondsPerPoint: merge.axis.secondsPerPoint,
      }
    },
  }),
  html: timelineHtml,
})
