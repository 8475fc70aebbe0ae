/** The calls of deployment as the administrator or a project makes them, behind one set of functions. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { isOperationOver, type OperationKind, type Tool } from '@pone/contract/entities/host.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan, useSession } from '../../lib/session/session.ts'

export type HostPage = OutputOf<Calls['host']['list']>

export const hostsKey = ['hosts'] as const
/** How often lists look again, ms: while something is under way, and otherwise. */
const busyMs = 1_000
const idleMs = 5_000

export const hostStates = ['all', 'online', 'offline', 'noAgent', 'busy', 'failed'] as const
export type HostState = (typeof hostStates)[number]

export interface HostListQuery {
  readonly page: number
  readonly pageSize: 10 | 20 | 30 | 50
  readonly search: string
  readonly sort: 'name' | 'address' | 'createdAt'
  readonly descending: boolean
  readonly state: HostState
  readonly hostId?: string | null
}
export interface OperationListQuery {
  readonly page: number
  readonly pageSize: 10 | 20 | 30 | 50
  readonly hostId: string | null
  readonly groupId?: string | null
  readonly state: 'all' | 'active' | 'over' | 'failed'
}
export interface GroupListQuery {
  readonly page: number
  readonly pageSize: 10 | 20 | 30 | 50
  readonly state: 'all' | 'active' | 'over'
}
export interface OperationRequest {
  readonly hostIds: readonly string[]
  readonly tool: Tool
  readonly kind: OperationKind
  readonly version: string | null
  readonly pid: number | null
}

export type HostClient = ReturnType<typeof createHostClient>

function createHostClient(projectId: string | null) {
  const isAdmin = projectId === null
  const scope = { projectId: projectId ?? '' }
  const key = [...hostsKey, projectId ?? 'administration']
  return {
    key,
    list: (query: HostListQuery) =>
      queryOptions({
        queryKey: [...key, 'list', query],
        queryFn: ({ signal }) =>
          isAdmin
            ? api.host.list(query, { signal })
            : api.projectHost.list({ ...scope, ...query }, { signal }),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (isBusy(state.data) ? busyMs : idleMs),
      }),
    operations: (query: OperationListQuery) =>
      queryOptions({
        queryKey: [...key, 'operations', query],
        queryFn: ({ signal }) =>
          isAdmin
            ? api.host.operations(query, { signal })
            : api.projectHost.operations({ ...scope, ...query }, { signal }),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => queueMs(state.data),
      }),
    groups: (query: GroupListQuery) =>
      queryOptions({
        queryKey: [...key, 'groups', query],
        queryFn: ({ signal }) =>
          isAdmin
            ? api.host.operationGroups(query, { signal })
            : api.projectHost.operationGroups({ ...scope, ...query }, { signal }),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => queueMs(state.data),
      }),
    operation: (operationId: string) =>
      queryOptions({
        queryKey: [...key, 'operation', operationId],
        queryFn: ({ signal }) => {
          // Only how it is; its lines are followed beside it.
          const input = { operationId, after: Number.MAX_SAFE_INTEGER }
          return isAdmin
            ? api.host.operationLog(input, { signal })
            : api.projectHost.operationLog({ ...scope, ...input }, { signal })
        },
        refetchInterval: ({ state }) =>
          state.data && isOperationOver(state.data.operation.state) ? false : busyMs,
      }),
    check: (request: Pick<OperationRequest, 'hostIds' | 'tool' | 'kind'>) =>
      queryOptions({
        queryKey: [...key, 'check', request],
        queryFn: ({ signal }) => {
          const input = { ...request, hostIds: [...request.hostIds] }
          return isAdmin
            ? api.host.check(input, { signal })
            : api.projectHost.check({ ...scope, ...input }, { signal })
        },
      }),
    javaProcesses: (hostId: string) =>
      queryOptions({
        queryKey: [...key, 'java', hostId],
        queryFn: ({ signal }) =>
          isAdmin
            ? api.host.javaProcesses({ hostId }, { signal })
            : api.projectHost.javaProcesses({ ...scope, hostId }, { signal }),
      }),
    logFiles: (hostId: string) =>
      queryOptions({
        queryKey: [...key, 'logFiles', hostId],
        queryFn: ({ signal }) =>
          isAdmin
            ? api.host.logFiles({ hostId }, { signal })
            : api.projectHost.logFiles({ ...scope, hostId }, { signal }),
        refetchInterval: idleMs,
      }),
    configFiles: (hostId: string) =>
      queryOptions({
        queryKey: [...key, 'configFiles', hostId],
        queryFn: ({ signal }) =>
          isAdmin
            ? api.host.configFiles({ hostId }, { signal })
            : api.projectHost.configFiles({ ...scope, hostId }, { signal }),
      }),
    config: (hostId: string, path: string) =>
      queryOptions({
        queryKey: [...key, 'config', hostId, path],
        queryFn: ({ signal }) =>
          isAdmin
            ? api.host.readConfig({ hostId, path }, { signal })
            : api.projectHost.readConfig({ ...scope, hostId, path }, { signal }),
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
      }),
    readLog: (input: { hostId: string; path: string; from: number | null }, signal?: AbortSignal) =>
      isAdmin
        ? api.host.readLog(input, { signal })
        : api.projectHost.readLog({ ...scope, ...input }, { signal }),
    operationLog: (input: { operationId: string; after: number }, signal?: AbortSignal) =>
      isAdmin
        ? api.host.operationLog(input, { signal })
        : api.projectHost.operationLog({ ...scope, ...input }, { signal }),
    operate: (request: OperationRequest) => {
      const input = { ...request, hostIds: [...request.hostIds] }
      return isAdmin ? api.host.operate(input) : api.projectHost.operate({ ...scope, ...input })
    },
    cancel: (ids: readonly string[]) =>
      isAdmin ? api.host.cancel({ ids: [...ids] }) : api.projectHost.cancel({ ...scope, ids: [...ids] }),
    saveConfig: (input: { hostId: string; path: string; sha256: string; content: string }) =>
      isAdmin ? api.host.saveConfig(input) : api.projectHost.saveConfig({ ...scope, ...input }),
  }
}

/** How often a queue looks again. */
const queueMs = (queue: { readonly executing: number; readonly waiting: number } | undefined): number =>
  (queue?.executing ?? 0) + (queue?.waiting ?? 0) > 0 ? busyMs : idleMs

const isBusy = (page: HostPage | undefined): boolean =>
  page?.rows.some(host =>
    host.tools.some(tool => !['absent', 'installed', 'stopped', 'offline'].includes(tool.state)),
  ) ?? false

/** The client of the area that the page stands in. */
export function useHostClient(): HostClient {
  const isAdministrator = useSession('isAdministrator')
  const projectId = useProjectId()
  return useMemo(() => createHostClient(isAdministrator ? null : projectId), [isAdministrator, projectId])
}

/** Whether the person may change anything on machines. */
export function useCanOperate(): boolean {
  const isAdministrator = useSession('isAdministrator')
  const may = useCan('machine.operate')
  return isAdministrator || may
}
