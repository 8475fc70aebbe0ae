/** Rules of hosts: unique names, sealed credentials, pinned keys, and when one may go. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type {
  Host,
  HostAccess,
  HostFacts,
  HostFields,
  HostSettings,
  Problem,
} from '@pone/contract/entities/host.ts'
import { AppError } from '@pone/contract/errors.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import { canonicalAddress } from '@pone/schema/network-address.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { keyProblem } from '../../adapters/ssh.ts'
import { type HostKey, SshError } from '../../adapters/ssh-error.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { givenCredential, openCredential, sealCredential } from './credential.ts'
import type { HostRepository, HostRow, HostScope } from './host.repository.ts'
import { HostFailure, type Reach, reachOf, readRemoteFacts, withContact } from './host-contact.ts'
import { describeHosts, type HostViewDeps } from './host-view.ts'
import { type Candidate, checkMachine } from './machine-check.ts'
import type { MachineLine } from './machine-line.ts'
import { settingsOf } from './settings.ts'

export interface ContactResult {
  readonly fingerprint: string | null
  readonly keyType: string
  readonly pinned: string | null
  readonly facts: HostFacts | null
  readonly problem: Problem | null
}

export interface HostListInput {
  readonly search: string
  readonly page: number
  readonly pageSize: number
  readonly sort: 'name' | 'address' | 'createdAt'
  readonly descending: boolean
  readonly state: 'all' | 'online' | 'offline' | 'noAgent' | 'busy' | 'failed'
  readonly hostId: string | null
}

export type HostService = ReturnType<typeof createHostService>

export interface HostServiceDeps extends HostViewDeps {
  readonly hosts: HostRepository
  readonly line: MachineLine
  readonly link: Pick<AgentLink, 'send' | 'isOnline'>
  readonly secrets: SecretBox
  readonly now: () => number
}

/** Nobody can sign in with an empty name or without a secret. @throws AppError BadInput */
function assertReachable(fields: HostFields, sealed: string | null): void {
  if (fields.sshUser === '') throw new AppError('BadInput', { detail: 'hostUserMissing', field: 'sshUser' })
  const field = fields.auth === 'password' ? 'password' : 'privateKey'
  if (sealed === null) throw new AppError('BadInput', { detail: 'hostSecretMissing', field })
}

/** Of a machine whose address nobody has set. */
const noPlace = { localIp: '', openPort: null }

export function createHostService(deps: HostServiceDeps) {
  const { hosts, operations, machines, line, link, secrets, now } = deps

  const find = async (scope: HostScope, id: string): Promise<HostRow> => {
    const row = await hosts.find(scope, id)
    if (row === undefined) throw new AppError('NotFound', { what: 'host' })
    return row
  }
  const describe = async (row: HostRow): Promise<Host> => {
    const [host] = await describeHosts([row], deps)
    if (host === undefined) throw new AppError('NotFound', { what: 'host' })
    return host
  }
  const columnsOf = (fields: HostFields, before: HostRow | null) => {
    const given = givenCredential(fields)
    if (given?.kind === 'key') {
      const problem = keyProblem(given.privateKey, given.passphrase)
      if (problem !== null) throw new AppError('BadInput', { detail: problem, field: 'privateKey' })
    }
    // Another way of proving who we are makes the stored secret worthless.
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
      if (isUniqueViolation(cause, 'hosts_name_key'))
        throw new AppError('NameExists', { name, field: 'name' })
      if (isUniqueViolation(cause, 'hosts_agent_id_key')) throw new AppError('AgentTaken', { host: name })
      if (isForeignKeyViolation(cause)) throw new AppError('NotFound', { what: 'project' })
      throw cause
    }
  }
  const assertAgentFree = async (agentId: string | null, hostId: string | null): Promise<void> => {
    if (agentId === null) return
    if (!(await machines.all()).some(machine => machine.id === agentId))
      throw new AppError('NotFound', { what: 'agent' })
    const owner = await hosts.ofAgent(agentId)
    if (owner !== undefined && owner.id !== hostId) throw new AppError('AgentTaken', { host: owner.name })
  }
  /** Facts by the agent when it is there, else by SSH. */
  const readFacts = async (row: HostRow): Promise<HostFacts> => {
    if (row.agent_id !== null && link.isOnline(row.agent_id)) {
      const { facts } = await line.ask(row.agent_id, { about: 'facts' })
      return { ...facts, at: now() }
    }
    if (!row.has_ssh) throw new HostFailure('agentOffline', '')
    return withContact(reachOf(row, secrets), undefined, contact => readRemoteFacts(contact, now))
  }

  const tellSettings = async (agentId: string, settings: HostSettings): Promise<void> => {
    link.send(agentId, { kind: 'agentSettings', statusEveryMs: settings.statusEverySeconds * 1_000 })
    await machines.setPlace(agentId, settings)
  }

  return {
    find,
    list: async (scope: HostScope, { state, ...input }: HostListInput) => {
      const known = await machines.all()
      const online = known.filter(machine => machine.isOnline).map(machine => machine.id)
      const all = known.map(machine => machine.id)
      const agents =
        state === 'online' || state === 'offline'
          ? { ids: online, isOneOf: state === 'online' }
          : state === 'noAgent'
            ? { ids: all, isOneOf: false }
            : null
      const work = state === 'busy' || state === 'failed' ? state : null
      const { total, rows } = await hosts.list(scope, { ...input, agents, work })
      return { total, page: input.page, pageSize: input.pageSize, rows: await describeHosts(rows, deps) }
    },
    get: async (scope: HostScope, id: string): Promise<Host> => describe(await find(scope, id)),
    getAll: async (ids: readonly string[]): Promise<HostRow[]> => hosts.findAll(null, ids),
    create: async (fields: HostFields): Promise<Host> => {
      await assertAgentFree(fields.agentId, null)
      const row: HostRow = {
        id: randomUUID(),
        host_key: null,
        settings: settingsOf({ settings: { serverUrl: fields.serverUrl } }),
        facts: null,
        created_at: now(),
        ...columnsOf(fields, null),
      }
      await store(fields.name, () => hosts.insert(row, fields.projectIds))
      if (row.agent_id !== null) await tellSettings(row.agent_id, settingsOf(row))
      return describe(await find(null, row.id))
    },
    edit: async (id: string, fields: HostFields): Promise<Host> => {
      const before = await find(null, id)
      await assertAgentFree(fields.agentId, id)
      const changed = columnsOf(fields, before)
      const isElsewhere = before.address !== changed.address || before.ssh_port !== fields.sshPort
      const columns = { ...changed, ...(isElsewhere ? { host_key: null } : {}) }
      await store(fields.name, () => hosts.update(id, columns, fields.projectIds))
      const settings = { ...settingsOf(before), serverUrl: fields.serverUrl }
      await hosts.setSettings(id, settings)
      if (columns.agent_id !== before.agent_id) {
        if (before.agent_id !== null) await machines.setPlace(before.agent_id, noPlace)
        if (columns.agent_id !== null) await tellSettings(columns.agent_id, settings)
      }
      return describe(await find(null, id))
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
    /** What is not given is taken of the stored host. Expected troubles are part of the answer. */
    test: async (
      access: HostAccess,
      { id, fingerprint }: { id: string | null; fingerprint: string | null },
    ): Promise<ContactResult> => {
      const stored = id === null ? null : await find(null, id)
      const isSamePlace =
        stored?.address === canonicalAddress(access.address) && stored.ssh_port === access.sshPort
      const pinned = isSamePlace ? stored.host_key : null
      const credential =
        givenCredential(access) ??
        (stored === null ? null : openCredential(secrets, stored.sealed_credential, access.auth))
      if (credential === null)
        return {
          fingerprint: null,
          keyType: '',
          pinned,
          facts: null,
          problem: { code: 'credentialLost', detail: '' },
        }
      const reach: Reach = {
        host: access.address,
        port: access.sshPort,
        user: access.sshUser,
        usesSudo: access.usesSudo,
        credential,
        pinned: fingerprint ?? pinned,
      }
      const { agentInstallPath } = stored === null ? settingsOf({ settings: {} }) : settingsOf(stored)
      const candidate = { id, address: access.address, usesSudo: access.usesSudo, agentInstallPath }
      const result = await contact(reach, candidate, { hosts, now })
      if (stored !== null && isSamePlace && result.facts !== null && pinned !== null)
        await hosts.setFacts(stored.id, result.facts)
      return { ...result, pinned }
    },
    trust: async (id: string, fingerprint: string): Promise<Host> => {
      await find(null, id)
      await hosts.update(id, { host_key: fingerprint })
      return describe(await find(null, id))
    },
    /** @throws AppError HostUnreachable */
    refresh: async (id: string): Promise<Host> => {
      const row = await find(null, id)
      try {
        await hosts.setFacts(id, await readFacts(row))
      } catch (cause) {
        if (!(cause instanceof HostFailure)) throw cause
        throw new AppError('HostUnreachable', { detail: cause.problem.code }, { cause })
      }
      return describe(await find(null, id))
    },
    freeAgents: async () => {
      const taken = new Set(await hosts.agentIds())
      const free = (await machines.all()).filter(machine => !taken.has(machine.id))
      return free.map(({ id, name, host, isOnline }) => ({ id, name, host, isOnline }))
    },
    /** What is not given stays. Answers the host before and after. */
    saveSettings: async (
      id: string,
      given: Omit<InputOf<Calls['host']['saveSettings']>, 'hostId'>,
    ): Promise<{ before: HostSettings; host: Host }> => {
      const row = await find(null, id)
      const before = settingsOf(row)
      const settings = changedBy(before, given)
      await hosts.setSettings(id, settings)
      if (row.agent_id !== null) await tellSettings(row.agent_id, settings)
      return { before, host: await describe(await find(null, id)) }
    },
    /** Tells an agent that has come what is set for it. */
    greet: async (agentId: string): Promise<void> => {
      const row = await hosts.ofAgent(agentId)
      if (row === undefined) return
      await tellSettings(agentId, settingsOf(row))
    },
  }
}

/** Facts are told also where something stands in an agent's way. */
async function contact(
  reach: Reach,
  candidate: Candidate,
  { hosts, now }: Pick<HostServiceDeps, 'hosts' | 'now'>,
): Promise<Omit<ContactResult, 'pinned'>> {
  let facts: HostFacts | null = null
  let hostKey: HostKey | null = null
  try {
    await withContact(reach, undefined, async opened => {
      ;({ hostKey } = opened.session)
      facts = await readRemoteFacts(opened, now)
      await checkMachine(opened, candidate, { hosts, namesOwner: true })
    })
    return { ...shown(hostKey), facts, problem: null }
  } catch (cause) {
    if (!(cause instanceof HostFailure)) throw cause
    if (cause.cause instanceof SshError) ({ hostKey } = cause.cause)
    return { ...shown(hostKey), facts, problem: cause.problem }
  }
}

const shown = (hostKey: HostKey | null) => ({
  fingerprint: hostKey?.fingerprint ?? null,
  keyType: hostKey?.type ?? '',
})
