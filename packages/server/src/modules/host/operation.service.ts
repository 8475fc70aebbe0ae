/** Rules of operations on hosts: requests, problems that prevent them, progress, and cancellation. */

import { randomUUID } from 'node:crypto'
import {
  type HostOperation,
  isOperationOver,
  type OperationKind,
  type OperationLine,
  type Problem,
  type Tool,
  toolTraits,
} from '@pone/contract/entities/host.ts'
import { AppError } from '@pone/contract/errors.ts'
import { architectureOf } from './agent-execution.ts'
import type { HostRepository, HostRow, HostScope } from './host.repository.ts'
import type { TryHosts } from './host-trial.ts'
import { describeGroup, describeOperation } from './host-view.ts'
import type {
  GroupQuery,
  NamedOperationRow,
  OperationQuery,
  OperationRepository,
} from './operation.repository.ts'
import type { Machine, Machines, Packages } from './ports.ts'
import { factsOf } from './settings.ts'
import { groupState } from './tool-state.ts'

export interface Request {
  readonly hostIds: readonly string[]
  readonly tool: Tool
  readonly kind: OperationKind
  readonly version: string | null
  readonly pid: number | null
}

export interface Check {
  readonly hostId: string
  readonly hostName: string
  readonly versions: string[]
  readonly problem: Problem | null
}

export type OperationService = ReturnType<typeof createOperationService>

interface OperationServiceDeps {
  readonly operations: OperationRepository
  readonly hosts: HostRepository
  readonly machines: Machines
  readonly packages: Packages
  readonly tryHosts: TryHosts
  readonly wake: () => void
  readonly now: () => number
}

export function createOperationService(deps: OperationServiceDeps) {
  return { ...operationRequests(deps), ...operationViews(deps) }
}

/** Requests and cancellations of operations. */
function operationRequests(
  deps: Pick<
    OperationServiceDeps,
    'hosts' | 'machines' | 'packages' | 'tryHosts' | 'now' | 'operations' | 'wake'
  >,
) {
  const { machines, packages, tryHosts, now, operations, wake } = deps

  return {
    check: async (
      scope: HostScope,
      request: Pick<Request, 'hostIds' | 'tool' | 'kind'>,
    ): Promise<Check[]> => {
      const [rows, joined] = await Promise.all([hostsOf(deps, scope, request.hostIds), machines.all()])
      const all = new Map(joined.map(machine => [machine.id, machine]))
      const versionsFor = await versionsOf(deps, rows, request, all)
      const isMade = packages.isMade(request.tool)
      const known = new Map<string, Problem>()
      for (const host of rows) {
        const machine = all.get(host.agent_id ?? '')
        const code = obstacle({ ...request, host, versions: versionsFor(host), machine, isMade })
        if (code !== null) known.set(host.id, { code, detail: '' })
      }
      const isTried = request.tool === 'Agent' && request.kind === 'install'
      const found = isTried
        ? await tryHosts(rows.filter(host => !known.has(host.id)))
        : new Map<string, Problem>()
      return rows.map(host => ({
        hostId: host.id,
        hostName: host.name,
        versions: versionsFor(host),
        problem: known.get(host.id) ?? found.get(host.id) ?? null,
      }))
    },
    /** Queues one operation per host; problems of a host are reported when its operation is executed. */
    operate: async (scope: HostScope, request: Request, by: string) => {
      const rows = await hostsOf(deps, scope, request.hostIds)
      const groupId = randomUUID()
      const created = rows.map(host => ({
        id: randomUUID(),
        group_id: groupId,
        host_id: host.id,
        tool: request.tool,
        kind: request.kind,
        version: request.version,
        package_id: null,
        pid: request.pid,
        state: 'waiting' as const,
        created_by: by,
        created_at: now(),
      }))
      await operations.insert(created)
      wake()
      return {
        groupId,
        operations: created.map(({ id, host_id }) => ({ hostId: host_id, operationId: id })),
        hostNames: rows.map(row => row.name),
      }
    },
    /** Returns those that were still active. @throws AppError NotFound */
    cancel: async (scope: HostScope, ids: readonly string[]): Promise<NamedOperationRow[]> => {
      const rows = await operations.findAll(scope, ids)
      if (rows.length < new Set(ids).size) throw new AppError('NotFound', { what: 'hostOperation' })
      const open = rows.filter(row => !isOperationOver(row.state))
      if (open.length > 0)
        await operations.cancel(
          open.map(row => row.id),
          now(),
        )
      wake()
      return open
    },
  }
}

/** Operations for display. */
function operationViews({ operations }: Pick<OperationServiceDeps, 'operations'>) {
  const describe = async (rows: readonly NamedOperationRow[]): Promise<HostOperation[]> => {
    const waiting = await operations.waitingNumbers([...new Set(rows.map(row => row.host_id))])
    return rows.map(row => describeOperation(row, waiting))
  }
  const find = async (scope: HostScope, id: string): Promise<NamedOperationRow> => {
    const row = await operations.find(scope, id)
    if (row === undefined) throw new AppError('NotFound', { what: 'hostOperation' })
    return row
  }
  return {
    list: async (scope: HostScope, query: OperationQuery) => {
      const [{ total, rows }, counts] = await Promise.all([
        operations.list(scope, query),
        operations.counts(scope),
      ])
      const members = await operations.groups([...new Set(rows.map(row => row.group_id))])
      const groups = [...Map.groupBy(members, each => each.groupId)].map(([id, each]) => ({
        id,
        state: groupState(each.map(member => member.state)),
        hosts: each.length,
      }))
      return {
        total,
        page: query.page,
        pageSize: query.pageSize,
        rows: await describe(rows),
        ...counts,
        groups,
      }
    },
    listGroups: async (scope: HostScope, query: GroupQuery) => {
      const [{ total, rows }, counts] = await Promise.all([
        operations.listGroups(scope, query),
        operations.counts(scope),
      ])
      const single = rows.filter(row => row.hosts === 1).map(row => row.groupId)
      const [only, problems] = await Promise.all([
        operations.ofGroups(scope, single).then(describe),
        operations.problemsOf(
          scope,
          rows.map(row => row.groupId),
        ),
      ])
      return {
        total,
        page: query.page,
        pageSize: query.pageSize,
        ...counts,
        rows: rows.map(row => describeGroup(row, problems, only)),
      }
    },
    log: async (
      scope: HostScope,
      id: string,
      after: number,
    ): Promise<{ operation: HostOperation; lines: OperationLine[] }> => {
      const row = await find(scope, id)
      const lines = await operations.lines(id, after)
      const [operation] = await describe([row])
      if (operation === undefined) throw new AppError('NotFound', { what: 'hostOperation' })
      return { operation, lines }
    },
  }
}

/** All or none. @throws AppError NotFound */
const hostsOf = async (
  { hosts }: Pick<OperationServiceDeps, 'hosts'>,
  scope: HostScope,
  ids: readonly string[],
): Promise<HostRow[]> => {
  const rows = await hosts.findAll(scope, ids)
  if (rows.length < new Set(ids).size) throw new AppError('NotFound', { what: 'host' })
  return rows
}

/** Per host, the available versions, or, for operations that install nothing, the installed ones. */
const versionsOf = async (
  { packages, hosts }: Pick<OperationServiceDeps, 'packages' | 'hosts'>,
  rows: readonly HostRow[],
  { tool, kind }: Pick<Request, 'tool' | 'kind'>,
  all: ReadonlyMap<string, Machine>,
): Promise<(host: HostRow) => string[]> => {
  if (kind === 'install' || kind === 'push') {
    const places = new Map(rows.map(host => [host.id, architectureOf(host, all)]))
    const fitting = new Map<string, string[]>()
    for (const architecture of new Set(places.values())) {
      const found = await packages.fitting(tool, architecture, false)
      fitting.set(architecture, [...new Set(found.map(each => each.version))])
    }
    return host => fitting.get(places.get(host.id) ?? '') ?? []
  }
  const installed = await hosts.toolsOf(rows.map(host => host.id))
  const ofTool = Map.groupBy(
    installed.filter(row => row.tool === tool),
    row => row.host_id,
  )
  return host => (ofTool.get(host.id) ?? []).map(row => row.version)
}

/** Whether an operation has ended, or is unknown. */
export async function isOver(operations: Pick<OperationRepository, 'find'>, id: string): Promise<boolean> {
  const row = await operations.find(null, id)
  return row === undefined || isOperationOver(row.state)
}

/** The problem that is known before an operation starts; null when there is none. */
function obstacle(facts: {
  host: HostRow
  tool: Tool
  kind: OperationKind
  versions: readonly string[]
  machine: Machine | undefined
  isMade: boolean
}): Problem['code'] | null {
  const { host, tool, kind, versions, machine, isMade } = facts
  const brings = kind === 'install' || kind === 'push'
  if (tool === 'Agent') {
    if (!host.has_ssh) return 'noSsh'
    if (host.sealed_credential === null) return 'credentialLost'
    if (host.host_key === null) return 'hostKeyNew'
  } else {
    if (machine === undefined) return 'agentMissing'
    if (!machine.isOnline) return 'agentOffline'
  }
  if (brings && versions.length === 0 && !isMade) return 'noPackage'
  if (brings && toolTraits[tool].needsJava && factsOf(host)?.javaVersion === null) return 'noJava'
  const isPlain = tool === 'Agent' || tool === 'PR'
  if (!brings && versions.length === 0 && !isPlain) return 'notInstalled'
  return null
}
