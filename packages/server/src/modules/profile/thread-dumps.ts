/** Thread dumps of JVMs on request: the agent that collects the monitor asks the JVM, the caller waits for its answer. */
import { randomUUID } from 'node:crypto'
import { type ThreadDump, type ToldThreads, threadDumpLimitMs } from '@pone/contract/entities/jvm-threads.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorRepository } from '../monitor/monitor.repository.ts'
import { findMonitor } from '../monitor/monitor.service.ts'

/** The way to the agent and back, and the start of the process that asks. */
const wayMs = 5_000
const maxPerAgent = 4

export interface ThreadDumpDeps {
  readonly monitors: MonitorRepository
  /** Names of the agents that may collect for a project, by id. */
  readonly agentNames: (projectId: string) => Promise<ReadonlyMap<string, string>>
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly now: () => number
}

interface Told {
  readonly threads: ToldThreads | null
  readonly cause: string
}

export class ThreadDumps {
  readonly #deps: ThreadDumpDeps
  readonly #asked = new Map<
    string,
    { readonly agentId: string; readonly resolve: (told: Told | null) => void }
  >()

  constructor(deps: ThreadDumpDeps) {
    this.#deps = deps
    deps.link.on({
      threadsDumped: (agentId, { queryId, threads, cause }) => {
        const asked = this.#asked.get(queryId)
        if (asked?.agentId === agentId) asked.resolve({ threads, cause })
      },
    })
  }

  /** @throws AppError NotFound, ProfilingNeedsJvm, MonitorNoAgent, ThreadDumpsBusy */
  async take(projectId: string, monitorId: string): Promise<{ dump: ThreadDump | null; cause: string }> {
    const { link, agentNames, now } = this.#deps
    const monitor = await findMonitor(this.#deps, projectId, monitorId)
    if (monitor.type !== 'jvm') throw new AppError('ProfilingNeedsJvm', { field: 'monitorId' })
    const agentId = monitor.collector_id ?? monitor.agent_id
    if (agentId === null || !(await agentNames(projectId)).has(agentId)) throw new AppError('MonitorNoAgent')
    const asked = [...this.#asked.values()].filter(each => each.agentId === agentId)
    if (asked.length >= maxPerAgent) throw new AppError('ThreadDumpsBusy')
    const queryId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Told | null>()
    this.#asked.set(queryId, { agentId, resolve })
    const timer = setTimeout(() => resolve(null), threadDumpLimitMs + wayMs)
    try {
      const process = String(monitor.params['process'] ?? '')
      if (!link.send(agentId, { kind: 'dumpThreads', queryId, process })) throw new AppError('MonitorNoAgent')
      const told = await promise
      if (told === null) throw new AppError('MonitorNoAgent')
      return { dump: told.threads === null ? null : { ...told.threads, at: now() }, cause: told.cause }
    } finally {
      clearTimeout(timer)
      this.#asked.delete(queryId)
    }
  }
}
