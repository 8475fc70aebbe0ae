/**
 * Replaces the agent's key by a new one from the server: stored on disk first, then used, then confirmed, so that a
 * crash at any point leaves a key that the server accepts.
 */
import { createHash } from 'node:crypto'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { Identity, IdentityStore } from '../identity.ts'

/** Does nothing before the agent has joined. */
export async function renewKey(
  key: string,
  agent: {
    own: { identity: Identity | null }
    identities: Pick<IdentityStore, 'write'>
    send: (message: AgentMessage) => boolean
  },
): Promise<void> {
  const { own, identities, send } = agent
  if (own.identity === null) return
  const identity = { agentId: own.identity.agentId, key }
  await identities.write(identity)
  own.identity = identity
  // If it is lost with the connection: the next hello carries the key itself.
  send({ kind: 'keyRenewed', keyHash: createHash('sha256').update(key).digest('hex') })
}
