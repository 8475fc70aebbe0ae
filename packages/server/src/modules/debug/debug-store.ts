/** Standalone executions in memory: their events, with a size limit, kept for ten minutes after their end. */

import type { DebugEvent } from '@pone/contract/link/debug.ts'
import type { Language } from '@pone/schema/bilingual.ts'

const keepMs = 10 * 60_000
/** Above this size of one execution, bodies of further events are omitted. */
const maxContentLength = 16 * 1024 ** 2
const maxEvents = 20_000
const maxExecutions = 200

export interface DebugExecution {
  readonly debugId: string
  readonly projectId: string
  readonly agentId: string
  /** Files that the machine needs for it. */
  readonly fileIds: readonly string[]
  /** Language of the user who started it. */
  readonly language: Language
  readonly events: DebugEvent[]
  isEnded: boolean
  contentLength: number
  lastAt: number
}

export interface DebugStore {
  add(execution: Pick<DebugExecution, 'debugId' | 'projectId' | 'agentId' | 'fileIds' | 'language'>): void
  /** undefined also for an execution of another project. */
  find(projectId: string, debugId: string): DebugExecution | undefined
  /** Returns the events as stored; null when the execution is unknown or has ended. */
  append(
    debugId: string,
    events: readonly DebugEvent[],
    /** The reporting machine; events of any other machine than the executing one are ignored. */
    agentId?: string,
  ): { execution: DebugExecution; kept: DebugEvent[] } | null
  /** Active executions on a machine. */
  underWay(agentId: string): DebugExecution[]
}

export function createDebugStore(now: () => number): DebugStore {
  const executions = new Map<string, DebugExecution>()

  const tidy = () => {
    const oldest = now() - keepMs
    for (const [id, { lastAt }] of executions) {
      if (lastAt < oldest || executions.size > maxExecutions) executions.delete(id)
    }
  }

  return {
    add: execution => {
      executions.set(execution.debugId, {
        ...execution,
        events: [],
        isEnded: false,
        contentLength: 0,
        lastAt: now(),
      })
      tidy()
    },
    find: (projectId, debugId) => {
      tidy()
      const execution = executions.get(debugId)
      return execution?.projectId === projectId ? execution : undefined
    },
    append: (debugId, events, agentId) => {
      const execution = executions.get(debugId)
      if (execution === undefined || execution.isEnded) return null
      if (agentId !== undefined && agentId !== execution.agentId) return null
      execution.lastAt = now()
      const kept: DebugEvent[] = []
      for (const event of events) {
        const isFull = execution.events.length + kept.length >= maxEvents
        if (isFull && event.kind !== 'ended') continue
        kept.push(slim(execution, event))
        if (event.kind === 'ended') execution.isEnded = true
      }
      execution.events.push(...kept)
      return { execution, kept }
    },
    underWay: agentId => [...executions.values()].filter(each => each.agentId === agentId && !each.isEnded),
  }
}

function slim(execution: DebugExecution, event: DebugEvent): DebugEvent {
  if (event.kind !== 'exchange') return event
  const { exchange } = event
  const length = exchange.requestBody.length + exchange.responseBody.length
  if (execution.contentLength + length <= maxContentLength) {
    execution.contentLength += length
    return event
  }
  return { ...event, exchange: { ...exchange, requestBody: '', responseBody: '' } }
}
