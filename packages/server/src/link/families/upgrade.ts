/** Server rules of family `upgrade`: an upgrade is queued until its agent is online, and its id is looked up in the database, a limited number per second. */
import type { FamilyRules } from './family-rules.ts'

export const upgrade = {
  commands: {
    upgradeAgent: { offline: 'kept' },
    forgetUpgrade: { offline: 'kept' },
  },
  reports: {
    upgradeProgress: { delivery: 'everywhere', isGiven: (given, _report, at) => given.mayLookUp(at) },
  },
} satisfies FamilyRules<'upgrade'>
