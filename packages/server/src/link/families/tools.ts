/** Server rules of family `tools`: operations outlive the server process that started them, so their ids are looked up in the database, a limited number per second. */
import type { FamilyRules } from './family-rules.ts'

export const tools = {
  commands: {
    // They are sent again when the agent is back, if still needed.
    toolOperation: { offline: 'dropped' },
    cancelToolOperation: { offline: 'dropped' },
    forgetToolOperation: { offline: 'dropped' },
  },
  reports: {
    toolProgress: { delivery: 'everywhere', isGiven: (given, _report, at) => given.mayLookUp(at) },
    toolEnded: { delivery: 'everywhere', isGiven: (given, _report, at) => given.mayLookUp(at) },
  },
} satisfies FamilyRules<'tools'>
