/** Server rules of family `profiles`: one outlives the server process that ordered it, so ids are looked up in the database, a limited number per second. */
import type { FamilyRules } from './family-rules.ts'

export const profiles = {
  commands: {
    // What was not sent fails at once with its cause.
    takeProfile: { offline: 'dropped' },
    cancelProfile: { offline: 'dropped' },
    forgetProfile: { offline: 'dropped' },
    takeThreadDumps: { offline: 'dropped' },
    cancelThreadDumps: { offline: 'dropped' },
    forgetThreadDump: { offline: 'dropped' },
  },
  reports: {
    // An agent sends again what is not confirmed.
    profileTaken: { delivery: 'line', isGiven: (given, _report, at) => given.mayLookUp(at) },
    threadsDumped: { delivery: 'line', isGiven: (given, _report, at) => given.mayLookUp(at) },
    threadDumpsEnded: { delivery: 'line', isGiven: (given, _report, at) => given.mayLookUp(at) },
  },
} satisfies FamilyRules<'profiles'>
