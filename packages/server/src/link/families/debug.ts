/** Family `debug` at the server: a standalone execution starts now or not at all, so nothing waits for an agent that is offline. */
import type { FamilyRules } from './family-rules.ts'

export const debug = {
  commands: {
    startDebug: { offline: 'dropped', give: (given, { debugId }) => given.of('debugs').add(debugId) },
    startJmeterTrial: { offline: 'dropped', give: (given, { debugId }) => given.of('debugs').add(debugId) },
    stopDebug: { offline: 'dropped' },
  },
  reports: {
    debug: { delivery: 'everywhere', isGiven: (given, { debugId }) => given.of('debugs').has(debugId) },
  },
} satisfies FamilyRules<'debug'>
