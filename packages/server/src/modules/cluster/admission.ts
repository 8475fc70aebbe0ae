/** Admission to the link: agents join with a token, get their own key, and authenticate with it afterwards. */
import { randomUUID } from 'node:crypto'
import type { Hello } from '@pone/contract/link/messages.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { Admission, AdmissionService } from '../../link/admission.ts'
import type { LineEnds } from '../../link/agent-link.ts'
import type { AdmissionRepository, JoinPlace, MachineKeys } from './admission.repository.ts'
import { defaultMaxScripts, defaultMaxUsers } from './capacity.ts'
import { nameCandidates, randomName } from './machine-name.ts'
import { hashOf, isSameHash, newSecret } from './secrets.ts'

interface Rejoin {
  readonly hello: Hello
  readonly ends: LineEnds | undefined
  readonly agentId: string
  readonly known: MachineKeys
  readonly tokenHash: string
}

/** A name can be taken between the check and the insertion; where many join at once, a random suffix ends the conflicts. */
const nameAttempts = 4

interface AdmissionDeps {
  readonly repository: AdmissionRepository
  /** Token of the agent that is started together with the server, and its cluster. */
  readonly localToken: string | undefined
  readonly localClusterId: () => Promise<string>
  readonly now: () => number
}

export function createAdmissionService(options: AdmissionDeps): AdmissionService {
  const { repository, now } = options
  return {
    admit: async (hello, ends) => {
      const { agentId, key, token } = hello
      if (agentId !== undefined && key !== undefined) {
        const known = await repository.keysOf(agentId)
        if (known === null) return { isAdmitted: false, reason: 'unknownAgent' }
        const keyHash = keyMatch(known, key)
        if (keyHash === null) return { isAdmitted: false, reason: 'wrongKey' }
        if (known.isRevoked) return { isAdmitted: false, reason: 'revoked' }
        // The agent has stored the new key, although its confirmation was lost.
        if (keyHash === known.nextKeyHash) await repository.takeKey(agentId, keyHash, now())
        await comeBack(options, agentId, known, hello, ends)
        return { isAdmitted: true, agentId }
      }
      if (token !== undefined) return join(options, hello, ends, token)
      return { isAdmitted: false, reason: 'nothingGiven' }
    },
    isAgent: async (agentId, key) => {
      const known = await repository.keysOf(agentId)
      return known !== null && !known.isRevoked && keyMatch(known, key) !== null
    },
    keyRenewed: (agentId, keyHash) => repository.takeKey(agentId, keyHash, now()),
  }
}

const findToken = async (
  options: Pick<AdmissionDeps, 'localToken' | 'localClusterId' | 'repository' | 'now'>,
  token: string,
): Promise<JoinPlace | null> => {
  if (isLocal(options, token))
    return { clusterId: await options.localClusterId(), machineId: null, isUsedUp: false }
  return options.repository.findToken(hashOf(token), options.now())
}

const isLocal = ({ localToken }: Pick<AdmissionDeps, 'localToken'>, token: string) =>
  localToken !== undefined && isSameHash(hashOf(token), hashOf(localToken))

const factsOf = ({ now }: Pick<AdmissionDeps, 'now'>, hello: Hello, ends: LineEnds | undefined) => ({
  agent_name: hello.name,
  host: hello.host,
  system: hello.system,
  architecture: hello.architecture,
  cores: hello.cores,
  memory_bytes: hello.memoryBytes,
  version: hello.version,
  seen_at: now(),
  ...(ends === undefined ? {} : { address: ends.address, port: ends.port, socket_port: ends.socketPort }),
})

/** `write` is called with a name that no other machine has. */
const withFreeName = async <T>(
  { repository }: Pick<AdmissionDeps, 'repository'>,
  wanted: string,
  exceptId: string | null,
  write: (name: string) => Promise<T>,
): Promise<T> => {
  const candidates = nameCandidates(wanted)
  for (let attempt = 1; ; attempt++) {
    const taken = await repository.namesTaken(candidates, exceptId)
    const free = attempt < nameAttempts ? candidates.find(candidate => !taken.has(candidate)) : undefined
    const name = free ?? randomName(wanted)
    try {
      return await write(name)
    } catch (cause) {
      if (attempt === nameAttempts || !isUniqueViolation(cause, 'load_machines_name')) throw cause
    }
  }
}

const join = async (
  options: Pick<AdmissionDeps, 'localToken' | 'localClusterId' | 'repository' | 'now'>,
  hello: Hello,
  ends: LineEnds | undefined,
  token: string,
): Promise<Admission> => {
  const found = await findToken(options, token)
  if (found === null) return { isAdmitted: false, reason: 'wrongToken' }
  if (found.isUsedUp) return { isAdmitted: false, reason: 'tokenUsedUp' }
  const { clusterId, machineId } = found
  const known = machineId === null ? null : await options.repository.keysOf(machineId)
  if (machineId !== null && known !== null)
    return rejoin(options, { hello, ends, agentId: machineId, known, tokenHash: hashOf(token) })
  const key = newSecret()
  const agentId = randomUUID()
  const at = options.now()
  const facts = {
    id: agentId,
    key_hash: hashOf(key),
    key_changed_at: at,
    max_users: defaultMaxUsers(hello.cores, hello.memoryBytes),
    max_scripts: defaultMaxScripts(hello.cores),
    joined_at: at,
    ...factsOf(options, hello, ends),
  }
  const tokenHash = isLocal(options, token) ? null : hashOf(token)
  const isAdded = await withFreeName(options, hello.name, null, name =>
    options.repository.addMachine({ ...facts, name }, clusterId, tokenHash),
  )
  return isAdded ? { isAdmitted: true, agentId, key } : { isAdmitted: false, reason: 'tokenUsedUp' }
}

/** The agent was installed again on an existing machine: it gets another key, and everything else stays. */
const rejoin = async (
  options: Pick<AdmissionDeps, 'repository' | 'now'>,
  { hello, ends, agentId, known, tokenHash }: Rejoin,
): Promise<Admission> => {
  if (known.isRevoked) return { isAdmitted: false, reason: 'revoked' }
  const key = newSecret()
  if (!(await options.repository.replaceKey(agentId, hashOf(key), { tokenHash, at: options.now() })))
    return { isAdmitted: false, reason: 'tokenUsedUp' }
  await comeBack(options, agentId, known, hello, ends)
  return { isAdmitted: true, agentId, key }
}

/** A machine whose host name has changed is renamed; until then an administrator's name is kept. */
const comeBack = async (
  options: Pick<AdmissionDeps, 'now' | 'repository'>,
  agentId: string,
  known: MachineKeys,
  hello: Hello,
  ends: LineEnds | undefined,
) => {
  const facts = factsOf(options, hello, ends)
  if (known.agentName === hello.name || known.name === hello.name) {
    await options.repository.updateMachine(agentId, facts)
  } else {
    await withFreeName(options, hello.name, agentId, name =>
      options.repository.updateMachine(agentId, { ...facts, name }),
    )
  }
}

/** The hash of the key, if it is one of the machine's. */
function keyMatch({ keyHash, nextKeyHash }: MachineKeys, key: string): string | null {
  const given = hashOf(key)
  if (isSameHash(keyHash, given)) return keyHash
  return nextKeyHash !== null && isSameHash(nextKeyHash, given) ? nextKeyHash : null
}
