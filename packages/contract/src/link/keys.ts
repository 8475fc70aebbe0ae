/** Family `keys`: an agent gets a new key; the old one stays valid until the agent has connected with the new one. */
import { z } from 'zod'

export const keys = {
  commands: [z.object({ kind: z.literal('renewKey'), id: z.string(), key: z.string() })],
  reports: [
    /** The new key is on the agent's disk; `keyHash` is its SHA-256 in hex, so that no other one is meant. */
    z.object({ kind: z.literal('keyRenewed'), keyHash: z.string() }),
  ],
} as const
