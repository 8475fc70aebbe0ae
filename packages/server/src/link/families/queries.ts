/** Server rules of family `queries`: one answer per query. */
import type { FamilyRules } from './family-rules.ts'

export const queries = {
  commands: {
    // The caller waits a few seconds for the answer, and sends the query again.
    machineQuery: { offline: 'dropped', give: (given, { queryId }) => given.of('queries').add(queryId) },
  },
  reports: {
    machineAnswer: {
      delivery: 'everywhere',
      isGiven: (given, { queryId }) => given.of('queries').delete(queryId),
    },
  },
} satisfies FamilyRules<'queries'>
