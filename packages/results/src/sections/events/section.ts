/** Section "events": what happened in the part of the run. */
import { reportSection } from '../section.ts'
import { eventsData } from './data.ts'
import { eventsHtml } from './html.ts'

export const events = reportSection({
  name: 'events',
  data: eventsData,
  start: ({ record, range, events }) => ({
    finish: () => {
      const startedAt = record.startedAt ?? 0
      return {
        events: range.isWhole
          ? [...events]
          : events.filter(({ at }) => at >= startedAt + range.fromMs && at < startedAt + range.toMs),
      }
    },
  }),
  html: eventsHtml,
})
