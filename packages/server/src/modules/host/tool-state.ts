/** The state of a tool on a host from installed versions, active operations, and the agent's connection; pure. */

import {
  type GroupState,
  type HostTool,
  type OperationKind,
  type Tool,
  type ToolState,
  toolTraits,
} from '@pone/contract/entities/host.ts'
import type { HostToolRow } from './host.repository.ts'
import type { OperationRow } from './operation.repository.ts'
import type { Machine } from './ports.ts'

const underWay: Record<OperationKind, ToolState> = {
  install: 'installing',
  uninstall: 'uninstalling',
  start: 'starting',
  stop: 'stopping',
  push: 'pushing',
}

export interface ToolFacts {
  readonly tool: Tool
  /** Of this tool on this host. */
  readonly installed: readonly HostToolRow[]
  /** The executing or waiting one; else the last finished one. */
  readonly latest: OperationRow | undefined
  readonly machine: Machine | undefined
}

export function describeTool(facts: ToolFacts): HostTool {
  const { tool, latest } = facts
  const isActive = latest?.state === 'executing' || latest?.state === 'waiting'
  const hasFailed = latest?.state === 'failed'
  return {
    tool,
    state: stateOf(facts),
    versions: versionsOf(facts),
    operationId: latest !== undefined && (isActive || hasFailed) ? latest.id : null,
    progress01: latest?.state === 'executing' ? latest.progress : null,
    problem:
      hasFailed && latest.problem_code !== null
        ? { code: latest.problem_code, detail: latest.problem_detail }
        : null,
  }
}

function stateOf({ tool, installed, latest, machine }: ToolFacts): ToolState {
  if (latest?.state === 'executing') return underWay[latest.kind]
  if (latest?.state === 'waiting') return 'processing'
  if (tool === 'Agent') {
    if (machine?.isOnline === true) return 'installed'
    if (latest?.kind === 'uninstall' && latest.state === 'successful') return 'absent'
    if (installed.some(row => !row.is_started)) return 'stopped'
    return machine === undefined && installed.length === 0 ? 'absent' : 'offline'
  }
  // Every agent contains the PR engine.
  const isThere = installed.length > 0 || (tool === 'PR' && machine !== undefined)
  if (!isThere) return 'absent'
  if (machine?.isOnline !== true) return 'offline'
  if (tool === 'PR') return machine.isInService ? 'installed' : 'stopped'
  return toolTraits[tool].hasStartedVersion && !installed.some(row => row.is_started)
    ? 'stopped'
    : 'installed'
}

function versionsOf({ tool, installed, machine }: ToolFacts): HostTool['versions'] {
  const rows = installed.map(row => ({
    version: row.version,
    path: row.path,
    isStarted: row.is_started,
    installedAt: row.installed_at,
  }))
  if (tool !== 'Agent' || machine === undefined) return rows
  // The agent's own version takes precedence, because it may have upgraded itself.
  const [row] = rows
  return [
    {
      version: machine.version,
      path: row?.path ?? '',
      isStarted: machine.isOnline,
      installedAt: row?.installedAt ?? machine.since,
    },
  ]
}

/** State of a request for several hosts. */
export function groupState(states: readonly OperationRow['state'][]): GroupState {
  if (states.some(state => state === 'waiting' || state === 'executing')) return 'processing'
  const successful = states.filter(state => state === 'successful').length
  if (successful === states.length) return 'successful'
  if (successful > 0) return 'partialSuccess'
  return states.every(state => state === 'cancelled') ? 'cancelled' : 'failed'
}
