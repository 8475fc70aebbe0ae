/** Section "errors": groups by label, code and message, the most frequent first, each with a sample. */
import { reportSection } from '../section.ts'

export const errors = reportSection<'errors'>({
  name: 'errors',
  empty: { errors: [] },
  start: ({ merge, samples }) => ({
    finish: () => {
      for (const { label, code, message, sample } of samples) {
        merge.errors.setSample(label, code, message, sample)
      }
      return { errors: merge.errors.all() }
    },
  }),
})
