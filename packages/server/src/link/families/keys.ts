/** Family `keys` at the server: a new key waits for its agent. */
import type { FamilyRules } from './family-rules.ts'

export const keys = {
  commands: {
    renewKey: { offline: 'kept' },
  },
  reports: {
    keyRenewed: { delivery: 'everywhere', isGiven: (given, _report, at) => given.mayLookUp(at) },
  },
} satisfies FamilyRules<'keys'>
