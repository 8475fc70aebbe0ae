/** Family `machine` at the server: every agent may report its own state; a confirmation has to be of a command that was sent. */
import type { FamilyRules } from './family-rules.ts'

export const machine = {
  commands: {
    // Sent anew at each greeting.
    agentSettings: { offline: 'dropped' },
  },
  reports: {
    received: { delivery: 'everywhere', isGiven: (given, { id }) => given.of('commands').delete(id) },
    status: { delivery: 'line' },
  },
} satisfies FamilyRules<'machine'>
