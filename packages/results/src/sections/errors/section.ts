/** Section "errors": groups by label, code and message, the most frequent first, each with a sample where one is of this part of the run. */
import { reportSection } from '../section.ts'
import { errorsData } from './data.ts'
import { errorsHtml } from './html.ts'

export const errors = reportSection({
  name: 'errors',
  data: errorsData,
  start: ({ merge, samples, record, range }) => ({
    finish: () => {
      const startedAt = record.startedAt ?? 0
      for (const { label, code, message, sample } of samples) {
        // Requests count in the second in which they end.
        const endMs = sample.at + sample.durationMs - startedAt
        const isWithin = range.isWhole || (endMs >= range.fromMs && endMs < range.toMs)
        if (isWithin) merge.errors.setSample(label, code, message, sample)
      }
      return { errors: merge.errors.all() }
    },
  }),
  html: errorsHtml,
})
