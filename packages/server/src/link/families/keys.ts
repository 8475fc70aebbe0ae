/** Server rules of family `keys`: a new key is queued until its agent is online. */
import type { FamilyRules } from './family-rules.ts'

export const keys = {
  commands: {
    renewKey: { offline: 'kept' },
  },
  reports: {
    keyRenewed: { delivery: 'everywhere', isGiven: (given, _report, at) => given.mayLookUp(at) },
  },
} satisfies FamilyRules<'keys'>
