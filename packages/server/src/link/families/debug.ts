/** Server rules of family `debug`: a standalone execution starts now or not at all, so no command is queued for an offline agent. */
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
