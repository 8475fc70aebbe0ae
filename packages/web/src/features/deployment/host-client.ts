/** The deployment calls of an administrator or of a project behind the same functions. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import {
  isOperationOver,
  type OperationKind,
  type Tool,
  type ToolState,
} from '@pone/contract/entities/host.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan, useSession } from '../../lib/session/session.ts'

export type HostPage = OutputOf<Calls['host']['list']>

export const hostsKey = ['hosts'] as const
/** Polling intervals of lists, ms: while an operation executes or waits, and otherwise. */
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

/** The calls that the administration and projects share; those of a project contain its id. */
type HostCalls = Pick<
  typeof api.host,
  | 'list'
  | 'operations'
  | 'operationGroups'
  | 'operationLog'
  | 'check'
  | 'javaProcesses'
  | 'logFiles'
  | 'configFiles'
  | 'readConfig'
  | 'readLog'
  | 'operate'
  | 'cancel'
  | 'saveConfig'
>

function projectCalls(projectId: string): HostCalls {
  const { projectHost } = api
  return {
    list: (input, options) => projectHost.list({ ...input, projectId }, options),
    operations: (input, options) => projectHost.operations({ ...input, projectId }, options),
    operationGroups: (input, options) => projectHost.operationGroups({ ...input, projectId }, options),
    operationLog: (input, options) => projectHost.operationLog({ ...input, projectId }, options),
    check: (input, options) => projectHost.check({ ...input, projectId }, options),
    javaProcesses: (input, options) => projectHost.javaProcesses({ ...input, projectId }, options),
    logFiles: (input, options) => projectHost.logFiles({ ...input, projectId }, options),
    configFiles: (input, options) => projectHost.configFiles({ ...input, projectId }, options),
    readConfig: (input, options) => projectHost.readConfig({ ...input, projectId }, options),
    readLog: (input, options) => projectHost.readLog({ ...input, projectId }, options),
    operate: (input, options) => projectHost.operate({ ...input, projectId }, options),
    cancel: (input, options) => projectHost.cancel({ ...input, projectId }, options),
    saveConfig: (input, options) => projectHost.saveConfig({ ...input, projectId }, options),
  }
}

function createHostClient(projectId: string | null) {
  const calls: HostCalls = projectId === null ? api.host : projectCalls(projectId)
  const key = [...hostsKey, projectId ?? 'administration']
  return {
    key,
    ...listQueries(calls, key),
    ...fileQueries(calls, key),
    readLog: (input: { hostId: string; path: string; from: number | null }, signal?: AbortSignal) =>
      calls.readLog(input, { signal }),
    operationLog: (input: { operationId: string; after: number }, signal?: AbortSignal) =>
      calls.operationLog(input, { signal }),
    operate: (request: OperationRequest) => calls.operate({ ...request, hostIds: [...request.hostIds] }),
    cancel: (ids: readonly string[]) => calls.cancel({ ids: [...ids] }),
    saveConfig: (input: { hostId: string; path: string; sha256: string; content: string }) =>
      calls.saveConfig(input),
  }
}

/** Queries of hosts and of the operations on them. */
function listQueries(calls: HostCalls, key: readonly string[]) {
  return {
    list: (query: HostListQuery) =>
      queryOptions({
        queryKey: [...key, 'list', query],
        queryFn: ({ signal }) => calls.list(query, { signal }),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (isBusy(state.data) ? busyMs : idleMs),
      }),
    operations: (query: OperationListQuery) =>
      queryOptions({
        queryKey: [...key, 'operations', query],
        queryFn: ({ signal }) => calls.operations(query, { signal }),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => queueMs(state.data),
      }),
    groups: (query: GroupListQuery) =>
      queryOptions({
        queryKey: [...key, 'groups', query],
        queryFn: ({ signal }) => calls.operationGroups(query, { signal }),
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => queueMs(state.data),
      }),
    operation: (operationId: string) =>
      queryOptions({
        queryKey: [...key, 'operation', operationId],
        // Only its state: the log lines are a separate query.
        queryFn: ({ signal }) =>
          calls.operationLog({ operationId, after: Number.MAX_SAFE_INTEGER }, { signal }),
        refetchInterval: ({ state }) =>
          state.data && isOperationOver(state.data.operation.state) ? false : busyMs,
      }),
    check: (request: Pick<OperationRequest, 'hostIds' | 'tool' | 'kind'>) =>
      queryOptions({
        queryKey: [...key, 'check', request],
        queryFn: ({ signal }) => calls.check({ ...request, hostIds: [...request.hostIds] }, { signal }),
      }),
  }
}

/** Queries of one host: Java processes, log files, configuration files. */
function fileQueries(calls: HostCalls, key: readonly string[]) {
  return {
    javaProcesses: (hostId: string) =>
      queryOptions({
        queryKey: [...key, 'java', hostId],
        queryFn: ({ signal }) => calls.javaProcesses({ hostId }, { signal }),
      }),
    logFiles: (hostId: string) =>
      queryOptions({
        queryKey: [...key, 'logFiles', hostId],
        queryFn: ({ signal }) => calls.logFiles({ hostId }, { signal }),
        refetchInterval: idleMs,
      }),
    configFiles: (hostId: string) =>
      queryOptions({
        queryKey: [...key, 'configFiles', hostId],
        queryFn: ({ signal }) => calls.configFiles({ hostId }, { signal }),
      }),
    config: (hostId: string, path: string) =>
      queryOptions({
        queryKey: [...key, 'config', hostId, path],
        queryFn: ({ signal }) => calls.readConfig({ hostId, path }, { signal }),
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
      }),
  }
}

/** Polling interval of a queue, ms. */
export const queueMs = (
  queue: { readonly executing: number; readonly waiting: number } | undefined,
): number => (queue && queue.executing + queue.waiting > 0 ? busyMs : idleMs)

const settledStates: readonly ToolState[] = ['absent', 'installed', 'stopped', 'offline']

/** Whether an operation is changing a tool of any host on this page. */
export const isBusy = (page: Pick<HostPage, 'rows'> | undefined): boolean =>
  page !== undefined && page.rows.some(host => host.tools.some(tool => !settledStates.includes(tool.state)))

/** The client for the administration, or for the selected project. */
export function useHostClient(): HostClient {
  const isAdministrator = useSession('isAdministrator')
  const projectId = useProjectId()
  return useMemo(() => createHostClient(isAdministrator ? null : projectId), [isAdministrator, projectId])
}

/** Whether the user may start operations and change files on machines. */
export function useCanOperate(): boolean {
  const isAdministrator = useSession('isAdministrator')
  const may = useCan('machine.operate')
  return isAdministrator || may
}
