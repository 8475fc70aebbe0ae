/** Section "timeline": the seconds of the part, merged into points where they are many, and what happened in it. */
import { SuspectRanges } from '../../merge/suspect-ranges.ts'
import { reportSection } from '../section.ts'

export const timeline = reportSection<'seconds' | 'secondsPerPoint' | 'events'>({
  name: 'timeline',
  empty: { seconds: [], secondsPerPoint: 1, events: [] },
  start: ({ merge, record, range, events }) => ({
    finish: () => {
      const suspect = new SuspectRanges(record.suspect)
      merge.axis.takeChanged((from, to) => suspect.touches(from, to))
      const startedAt = record.startedAt ?? 0
      return {
        seconds: merge.axis.rows(),
        secondsPerPoint: merge.axis.secondsPerPoint,
        events: range.isWhole
          ? [...events]
          : events.filter(({ at }) => at >= startedAt + range.fromMs && at < startedAt + range.toMs),
      }
    },
  }),
})
