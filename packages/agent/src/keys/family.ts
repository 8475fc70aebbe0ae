/** Family `keys`: replaces the agent's key. */
import type { AgentFamily, FamilyContext } from '../family.ts'
import { renewKey } from './key-renewal.ts'

export const createKeysFamily = ({ own, identities, link }: FamilyContext): AgentFamily<'keys'> => ({
  handlers: {
    renewKey: ({ key }) => renewKey(key, { own, identities, send: message => link.send(message) }),
  },
})
