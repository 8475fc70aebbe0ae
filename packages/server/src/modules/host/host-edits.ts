/** Creating, changing and deleting hosts: unique names and addresses, encrypted credentials. */
import { randomUUID } from 'node:crypto'
import type { Host, HostFields } from '@pone/contract/entities/host.ts'
import { AppError } from '@pone/contract/errors.ts'
import { canonicalAddress } from '@pone/schema/network-address.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../adapters/database/database-error.ts'
import { keyProblem } from '../../adapters/ssh.ts'
import { givenCredential, sealCredential } from './credential.ts'
import type { HostRow } from './host.repository.ts'
import { describeHost, findHost, type HostServiceDeps, sendSettings } from './host-record.ts'
import { settingsOf } from './settings.ts'

/** Refuses an empty user name or secret. @throws AppError BadInput */
function assertReachable(fields: HostFields, sealed: string | null): void {
  if (fields.sshUser === '') throw new AppError('BadInput', { detail: 'hostUserMissing', field: 'sshUser' })
  const field = fields.auth === 'password' ? 'password' : 'privateKey'
  if (sealed === null) throw new AppError('BadInput', { detail: 'hostSecretMissing', field })
}

/** Address and port before an administrator has set any. */
const noPlace = { localIp: '', openPort: null }

/** Creating, changing and deleting hosts. */
export function hostEdits(deps: HostServiceDeps) {
  const { now, hosts, machines, link, operations } = deps
  const assertAgentFree = async (agentId: string | null, hostId: string | null): Promise<void> => {
    if (agentId === null) return
    if (!(await machines.all()).some(machine => machine.id === agentId))
      throw new AppError('NotFound', { what: 'agent' })
    const owner = await hosts.ofAgent(agentId)
    if (owner !== undefined && owner.id !== hostId) throw new AppError('AgentTaken', { host: owner.name })
  }
  return {
    create: async (fields: HostFields): Promise<Host> => {
      await assertAgentFree(fields.agentId, null)
      const row: HostRow = {
        id: randomUUID(),
        host_key: null,
        settings: settingsOf({ settings: { serverUrl: fields.serverUrl } }),
        facts: null,
        created_at: now(),
        ...columnsOf(deps, fields, null),
      }
      await store(fields.name, () => hosts.insert(row, fields.projectIds))
      if (row.agent_id !== null) await sendSettings(deps, row.agent_id, settingsOf(row))
      return describeHost(deps, await findHost(deps, null, row.id))
    },
    edit: async (id: string, fields: HostFields): Promise<Host> => {
      const before = await findHost(deps, null, id)
      await assertAgentFree(fields.agentId, id)
      const changed = columnsOf(deps, fields, before)
      const isElsewhere = before.address !== changed.address || before.ssh_port !== fields.sshPort
      const columns = { ...changed, ...(isElsewhere ? { host_key: null } : {}) }
      await store(fields.name, () => hosts.update(id, columns, fields.projectIds))
      const settings = { ...settingsOf(before), serverUrl: fields.serverUrl }
      await hosts.setSettings(id, settings)
      if (columns.agent_id !== before.agent_id) {
        if (before.agent_id !== null) await machines.setPlace(before.agent_id, noPlace)
        if (columns.agent_id !== null) await sendSettings(deps, columns.agent_id, settings)
      }
      return describeHost(deps, await findHost(deps, null, id))
    },
    delete: async (ids: readonly string[]): Promise<void> => {
      const rows = await hosts.findAll(null, ids)
      const online = rows.find(row => row.agent_id !== null && link.isOnline(row.agent_id))
      if (online !== undefined) throw new AppError('HostNotOffline', { host: online.name })
      const busy = await operations.hasActive(rows.map(row => row.id))
      const held = rows.find(row => busy.includes(row.id))
      if (held !== undefined) throw new AppError('HostBusy', { host: held.name })
      await hosts.delete(rows.map(row => row.id))
      for (const { agent_id } of rows) if (agent_id !== null) await machines.setPlace(agent_id, noPlace)
    },
  }
}

const columnsOf = (
  { secrets }: Pick<HostServiceDeps, 'secrets'>,
  fields: HostFields,
  before: HostRow | null,
) => {
  const given = givenCredential(fields)
  if (given?.kind === 'key') {
    const problem = keyProblem(given.privateKey, given.passphrase)
    if (problem !== null) throw new AppError('BadInput', { detail: problem, field: 'privateKey' })
  }
  // After a change of the authentication method the stored secret is useless.
  const kept = before?.auth === fields.auth ? before.sealed_credential : null
  const sealed = given === null ? kept : sealCredential(secrets, given)
  if (fields.hasSsh) assertReachable(fields, sealed)
  return {
    name: fields.name,
    address: canonicalAddress(fields.address),
    has_ssh: fields.hasSsh,
    ssh_port: fields.sshPort,
    ssh_user: fields.sshUser,
    auth: fields.auth,
    sealed_credential: fields.hasSsh ? sealed : null,
    uses_sudo: fields.usesSudo,
    agent_id: fields.agentId ?? before?.agent_id ?? null,
  }
}

const store = async (name: string, write: () => Promise<HostRow | undefined>): Promise<void> => {
  try {
    const other = await write()
    if (other !== undefined)
      throw new AppError('HostExists', { host: other.name, address: other.address, port: other.ssh_port })
  } catch (cause) {
    if (isUniqueViolation(cause, 'hosts_name_key')) throw new AppError('NameExists', { name, field: 'name' })
    if (isUniqueViolation(cause, 'hosts_agent_id_key')) throw new AppError('AgentTaken', { host: name })
    if (isForeignKeyViolation(cause)) throw new AppError('NotFound', { what: 'project' })
    throw cause
  }
}
