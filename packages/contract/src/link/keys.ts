/** The part of the link by which an agent gets a new key; the old one stays valid until the new one has proved itself. */
import { z } from 'zod'

export const keyServerMessages = [
  z.object({ kind: z.literal('renewKey'), id: z.string(), key: z.string() }),
] as const

export const keyAgentMessages = [
  /** The new key is on the agent's disk; `keyHash` is its SHA-256 in hex, so that no other one is meant. */
  z.object({ kind: z.literal('keyRenewed'), keyHash: z.string() }),
] as const
