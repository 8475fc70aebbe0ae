/** Rules of thread dumps: of which monitors, how many at once, how long they are kept, and how an order is cancelled. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@pone/contract/call.ts'
import type { threadDumpCalls } from '@pone/contract/calls/thread-dump.ts'
import {
  maxSeriesSeconds,
  maxThreadSeries,
  type ThreadSeries,
  threadDumpLimitMs,
} from '@pone/contract/entities/thread-series.ts'
import { AppError } from '@pone/contract/errors.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorRepository } from '../monitor/monitor.repository.ts'
import { findMonitor } from '../monitor/monitor.service.ts'
import type { ThreadDumpRepository } from './thread-dump.repository.ts'

/** For sending and storing, besides the time of the dumps. */
const graceMs = 90_000

export interface ThreadDumpDeps {
  readonly monitors: MonitorRepository
  readonly dumps: ThreadDumpRepository
  /** Names of the agents that may collect for a project, by id. */
  readonly agentNames: (projectId: string) => Promise<ReadonlyMap<string, string>>
  readonly link: Pick<AgentLink, 'send'>
  readonly now: () => number
}

export type ThreadDumpService = ReturnType<typeof createThreadDumpService>

export function createThreadDumpService(deps: ThreadDumpDeps) {
  const { dumps, link, now } = deps
  const find = async (projectId: string, id: string): Promise<ThreadSeries> => {
    const found = await dumps.find(projectId, id)
    if (found === undefined) throw notFound()
    return found
  }
  const cancel = async (projectId: string, id: string): Promise<ThreadSeries> => {
    const { state, agentId } = await find(projectId, id)
    if (state !== 'running') return find(projectId, id)
    await dumps.end(id, { state: 'cancelled', ended_at: now() })
    link.send(agentId, { kind: 'cancelThreadDumps', seriesId: id })
    return find(projectId, id)
  }
  return {
    list: (projectId: string, monitorId: string | null): Promise<ThreadSeries[]> =>
      dumps.list(projectId, monitorId),
    /** @throws AppError NotFound */
    get: find,
    /** One dump, gzip. @throws AppError NotFound */
    body: async (projectId: string, id: string, number: number): Promise<Buffer> => {
      const body = await dumps.body(projectId, id, number)
      if (body === undefined) throw notFound()
      return body
    },
    /** @throws AppError NotFound for a monitor of another project, ThreadDumpsNeedJvm, ThreadDumpsLong, MonitorNoAgent, ThreadDumpsExceeded, ThreadDumpsBusy */
    create: async (
      { projectId, monitorId, dumps: count, seconds }: InputOf<typeof threadDumpCalls.create>,
      account: string,
    ): Promise<ThreadSeries> => {
      const monitor = await findMonitor(deps, projectId, monitorId)
      if (monitor.type !== 'jvm') throw new AppError('ThreadDumpsNeedJvm', { field: 'monitorId' })
      const lengthSeconds = (count - 1) * seconds
      if (lengthSeconds > maxSeriesSeconds)
        throw new AppError('ThreadDumpsLong', { minutes: maxSeriesSeconds / 60, field: 'dumps' })
      const agent = await agentOf(deps, projectId, monitor.collector_id ?? monitor.agent_id)
      const id = randomUUID()
      const beganAt = now()
      const row = {
        id,
        project_id: projectId,
        monitor_id: monitorId,
        dumps: count,
        seconds,
        began_at: beganAt,
        until_at: beganAt + lengthSeconds * 1_000 + count * threadDumpLimitMs + graceMs,
        agent_id: agent.id,
        machine: agent.name,
        created_by: account,
      }
      const inserted = await dumps.insert(row, maxThreadSeries)
      if (inserted === 'exceeded') throw new AppError('ThreadDumpsExceeded', { limit: maxThreadSeries })
      if (inserted === 'busy') throw new AppError('ThreadDumpsBusy')
      const order = {
        seriesId: id,
        process: String(monitor.params['process'] ?? ''),
        dumps: count,
        seconds,
      }
      if (!link.send(agent.id, { kind: 'takeThreadDumps', order }))
        await dumps.end(id, { state: 'failed', ended_at: now(), cause: toldCause('profileNoAgent') })
      return find(projectId, id)
    },
    /** @throws AppError NotFound */
    cancel,
    /** @throws AppError NotFound */
    keep: async (projectId: string, id: string, isKept: boolean): Promise<ThreadSeries> => {
      await find(projectId, id)
      await dumps.setKept(projectId, id, isKept)
      return find(projectId, id)
    },
    /** Returns them as they were. @throws AppError NotFound when one of them does not exist */
    delete: async (projectId: string, ids: readonly string[]): Promise<ThreadSeries[]> => {
      const all = await Promise.all([...new Set(ids)].map(id => find(projectId, id)))
      for (const { id, state } of all) if (state === 'running') await cancel(projectId, id)
      await dumps.delete(projectId, ids)
      return all
    },
  }
}

const notFound = (): AppError => new AppError('NotFound', { what: 'threadDump' })

/** @throws AppError MonitorNoAgent */
async function agentOf(
  { agentNames }: Pick<ThreadDumpDeps, 'agentNames'>,
  projectId: string,
  id: string | null,
): Promise<{ readonly id: string; readonly name: string }> {
  const name = id === null ? undefined : (await agentNames(projectId)).get(id)
  if (id === null || name === undefined) throw new AppError('MonitorNoAgent')
  return { id, name }
}
