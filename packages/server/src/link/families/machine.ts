/** Server rules of family `machine`: every agent may report its own state; a confirmation must refer to a command that was sent. */
import type { FamilyRules } from './family-rules.ts'

export const machine = {
  commands: {
    // Sent again after each hello.
    agentSettings: { offline: 'dropped' },
  },
  reports: {
    received: { delivery: 'everywhere', isGiven: (given, { id }) => given.of('commands').delete(id) },
    status: { delivery: 'line' },
  },
} satisfies FamilyRules<'machine'>
