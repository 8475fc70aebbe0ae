/** Server rules of family `monitors`: plans are sent again after each reconnect; whose values a batch may hold is checked where it is stored. */
import type { FamilyRules } from './family-rules.ts'

export const monitors = {
  commands: {
    monitorPlans: { offline: 'dropped' },
    ackMonitorBatches: { offline: 'dropped' },
    monitorTest: { offline: 'dropped', give: (given, { testId }) => given.of('monitorTests').add(testId) },
    cancelMonitorTest: { offline: 'dropped' },
    discover: { offline: 'dropped', give: (given, { queryId }) => given.of('discoveries').add(queryId) },
    explainOperation: { offline: 'dropped', give: (given, { queryId }) => given.of('plans').add(queryId) },
    findConnections: {
      offline: 'dropped',
      give: (given, { queryId }) => given.of('connections').add(queryId),
    },
    cancelConnections: { offline: 'dropped' },
  },
  reports: {
    // An agent sends again what is not acknowledged.
    monitorBatches: { delivery: 'line' },
    monitorTestSteps: {
      delivery: 'everywhere',
      isGiven: (given, { testId, isEnded }) =>
        isEnded ? given.of('monitorTests').delete(testId) : given.of('monitorTests').has(testId),
    },
    discovered: {
      delivery: 'everywhere',
      isGiven: (given, { queryId }) => given.of('discoveries').delete(queryId),
    },
    operationExplained: {
      delivery: 'everywhere',
      isGiven: (given, { queryId }) => given.of('plans').delete(queryId),
    },
    connectionsFound: {
      delivery: 'everywhere',
      isGiven: (given, { queryId }) => given.of('connections').delete(queryId),
    },
    monitorLogLines: { delivery: 'line' },
  },
} satisfies FamilyRules<'monitors'>
