/** Calls of deployment: for administrators on every host, for a project on its own hosts. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Host, HostFields } from '@pone/contract/entities/host.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import type { Handlers, SignedInCaller } from '../../calls/handler.ts'
import type { HostScope } from './host.repository.ts'
import type { HostListInput, HostService } from './host.service.ts'
import type { MachineFileService } from './machine-file.service.ts'
import type { GroupQuery, OperationQuery } from './operation.repository.ts'
import type { OperationService, Request } from './operation.service.ts'

export interface HostApiDeps {
  readonly hosts: HostService
  readonly operations: OperationService
  readonly files: MachineFileService
}

/** Without secrets. */
const shownFields = ({ password: _1, privateKey: _2, passphrase: _3, ...shown }: HostFields) => shown

/** Form input that changes nothing. */
const fieldsOf = (host: Host): HostFields => ({
  name: host.name,
  address: host.address,
  hasSsh: host.hasSsh,
  sshPort: host.sshPort,
  sshUser: host.sshUser,
  auth: host.auth,
  password: '',
  privateKey: '',
  passphrase: '',
  usesSudo: host.usesSudo,
  projectIds: host.projects.map(({ id }) => id),
  agentId: host.agent?.id ?? null,
  serverUrl: host.settings.serverUrl,
})

/** Calls shared by administrators and projects; `scopeOf` returns the accessible hosts. */
function sharedApi({ hosts, operations, files }: HostApiDeps, scopeOf: (input: object) => HostScope) {
  return {
    list: (input: HostListInput) => hosts.list(scopeOf(input), input),
    check: (input: Pick<Request, 'hostIds' | 'tool' | 'kind'>) => operations.check(scopeOf(input), input),
    operate: async (input: Request, caller: SignedInCaller) => {
      const { tool, kind, version } = input
      const { hostNames, ...done } = await operations.operate(scopeOf(input), input, caller.user.account)
      caller.audit.target(hostNames.join(', '))
      caller.audit.after({ tool, kind, version })
      return done
    },
    operations: (input: OperationQuery) => operations.list(scopeOf(input), input),
    operationGroups: (input: GroupQuery) => operations.listGroups(scopeOf(input), input),
    operationLog: (input: { operationId: string; after: number }) =>
      operations.log(scopeOf(input), input.operationId, input.after),
    cancel: async (input: { ids: string[] }, caller: SignedInCaller) => {
      const open = await operations.cancel(scopeOf(input), input.ids)
      caller.audit.target(open.map(row => row.host_name).join(', '))
      caller.audit.before(open.map(({ tool, kind, version, state }) => ({ tool, kind, version, state })))
      return {}
    },
    logFiles: (input: { hostId: string }) => files.logFiles(scopeOf(input), input.hostId),
    readLog: (input: { hostId: string; path: string; from: number | null }) =>
      files.readLog(scopeOf(input), input.hostId, input),
    configFiles: (input: { hostId: string }) => files.configFiles(scopeOf(input), input.hostId),
    readConfig: (input: { hostId: string; path: string }) =>
      files.readConfig(scopeOf(input), input.hostId, input.path),
    saveConfig: async (
      input: { hostId: string; path: string; sha256: string; content: string },
      caller: SignedInCaller,
    ) => {
      const { hostId, path, sha256, content } = input
      const scope = scopeOf(input)
      const { name } = await hosts.find(scope, hostId)
      caller.audit.target(`${name} ${path}`)
      caller.audit.before({ sha256 })
      const saved = await files.saveConfig(scope, caller.user.account, { hostId, path, sha256, content })
      caller.audit.after(saved)
      return saved
    },
    javaProcesses: (input: { hostId: string }) => files.javaProcesses(scopeOf(input), input.hostId),
  }
}

export function hostApi(deps: HostApiDeps): Handlers<Calls['host']> {
  const { hosts } = deps
  return {
    ...sharedApi(deps, () => null),
    create: async (input, caller) => {
      caller.audit.target(input.name)
      caller.audit.after(shownFields(input))
      return hosts.create(input)
    },
    edit: async ({ id, ...given }, caller) => {
      const before = await hosts.get(null, id)
      const fields = changedBy(fieldsOf(before), given)
      caller.audit.target(before.name)
      caller.audit.before(before)
      const after = await hosts.edit(id, fields)
      caller.audit.after(shownFields(fields))
      return after
    },
    delete: async ({ ids }, caller) => {
      const rows = await hosts.getAll(ids)
      caller.audit.target(rows.map(row => row.name).join(', '))
      await hosts.delete(ids)
      return {}
    },
    test: async ({ id, fingerprint, ...access }, caller) => {
      caller.audit.target(`${access.sshUser}@${access.address}:${access.sshPort}`)
      const result = await hosts.test(access, { id, fingerprint })
      caller.audit.after({ fingerprint: result.fingerprint, problem: result.problem })
      return result
    },
    trust: async ({ id, fingerprint }, caller) => {
      const before = await hosts.get(null, id)
      caller.audit.target(before.name)
      caller.audit.before({ fingerprint: before.fingerprint })
      caller.audit.after({ fingerprint })
      return hosts.trust(id, fingerprint)
    },
    refresh: ({ id }) => hosts.refresh(id),
    freeAgents: () => hosts.freeAgents(),
    saveSettings: async ({ hostId, ...given }, caller) => {
      const { before, host } = await hosts.saveSettings(hostId, given)
      caller.audit.target(host.name)
      caller.audit.before(before)
      caller.audit.after(host.settings)
      return host
    },
  }
}

export function projectHostApi(deps: HostApiDeps): Handlers<Calls['projectHost']> {
  return sharedApi(deps, input => {
    // Every input of these calls has a projectId, or the gate would have refused it.
    if ('projectId' in input && typeof input.projectId === 'string') return { projectId: input.projectId }
    throw new Error('a call of a project names none')
  })
}
