/** Who may open a link: agents join by a token, get a key of their own, and prove themselves by it ever after. */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Hello } from '../../link/agent-link.ts'
import type { AdmissionRepository } from './admission.repository.ts'
import { defaultMaxUsers } from './capacity.ts'

export type Admission =
  /** `key` only when the agent has just joined. */
  | { readonly isAdmitted: true; readonly agentId: string; readonly key?: string | undefined }
  | { readonly isAdmitted: false; readonly reason: RefusalReason }
/** Sent to the agent, which drops its key on `unknownAgent` and joins anew if it has a token. */
export type RefusalReason = 'unknownAgent' | 'wrongKey' | 'wrongToken' | 'nothingGiven'

export interface AdmissionService {
  admit(hello: Hello): Promise<Admission>
  /** For requests outside the link. */
  isAgent(agentId: string, key: string): Promise<boolean>
  /** A token by which any number of agents can join the cluster until it expires (null = never); shown only now. */
  createJoinToken(input: { name: string; clusterId: string; expiresAt: number | null }): Promise<string>
}

export function createAdmissionService(options: {
  repository: AdmissionRepository
  /** Token of the agent that is started together with the server, and its cluster. */
  localToken: string | undefined
  localClusterId: () => Promise<string>
  now: () => number
}): AdmissionService {
  const { repository, localToken, now } = options

  const clusterOfToken = async (token: string): Promise<string | null> => {
    if (localToken !== undefined && isSame(hash(token), hash(localToken))) return options.localClusterId()
    return repository.clusterOfToken(hash(token), now())
  }
  const factsOf = ({ name, host, system, architecture, cores, memoryBytes, version }: Hello) => ({
    name,
    host,
    system,
    architecture,
    cores,
    memory_bytes: memoryBytes,
    version,
    seen_at: now(),
  })
  const isKeyOf = (keyHash: string | null, key: string) => keyHash !== null && isSame(keyHash, hash(key))

  const join = async (hello: Hello, token: string): Promise<Admission> => {
    const clusterId = await clusterOfToken(token)
    if (clusterId === null) return { isAdmitted: false, reason: 'wrongToken' }
    const key = randomBytes(32).toString('base64url')
    const agentId = randomUUID()
    await repository.addMachine(
      {
        id: agentId,
        key_hash: hash(key),
        max_users: defaultMaxUsers(hello.cores, hello.memoryBytes),
        joined_at: now(),
        ...factsOf(hello),
      },
      clusterId,
    )
    return { isAdmitted: true, agentId, key }
  }

  return {
    admit: async hello => {
      const { agentId, key, token } = hello
      if (agentId !== undefined && key !== undefined) {
        const keyHash = await repository.keyHashOf(agentId)
        if (keyHash === null) return { isAdmitted: false, reason: 'unknownAgent' }
        if (!isKeyOf(keyHash, key)) return { isAdmitted: false, reason: 'wrongKey' }
        await repository.updateMachine(agentId, factsOf(hello))
        return { isAdmitted: true, agentId }
      }
      if (token !== undefined) return join(hello, token)
      return { isAdmitted: false, reason: 'nothingGiven' }
    },
    isAgent: async (agentId, key) => isKeyOf(await repository.keyHashOf(agentId), key),
    createJoinToken: async ({ name, clusterId, expiresAt }) => {
      const token = randomBytes(24).toString('base64url')
      await repository.addToken({
        id: randomUUID(),
        name,
        token_hash: hash(token),
        cluster_id: clusterId,
        created_at: now(),
        expires_at: expiresAt,
      })
      return token
    },
  }
}

/** Keys and tokens are long and random, so a plain hash keeps them safe. */
const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
