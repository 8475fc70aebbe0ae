/** Thread dumps of JVMs: taken by agents once or at an interval, kept, and given to the pages that compare them. */
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import { agentsOf } from '../monitor/monitor-agents.repository.ts'
import { expiryEveryMs } from '../profile/profile-retention.ts'
import { threadDumpApi } from './thread-dump.api.ts'
import { createThreadDumpRepository } from './thread-dump.repository.ts'
import { createThreadDumpService } from './thread-dump.service.ts'
import { ThreadDumpReports } from './thread-dump-reports.ts'

/** Expired ones that are deleted at a time: no more than two projects can have. */
const maxExpired = 400

export const threadDumpNouns: Nouns = {
  threadDump: { zh: '线程转储', en: 'The thread dump' },
}

export interface ThreadDumpModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'warn'> {
  readonly link: AgentLink
}

export function threadDumpModule({ database, clock: now, warn, link }: ThreadDumpModuleDeps) {
  const dumps = createThreadDumpRepository(database)
  const reports = new ThreadDumpReports({ dumps, link, now, warn })
  const service = createThreadDumpService({
    monitors: createMonitorRepository(database),
    dumps,
    agentNames: async projectId =>
      new Map((await agentsOf(database, projectId)).map(agent => [agent.id, agent.name])),
    link,
    now,
  })
  const deleteExpired = () => dumps.deleteExpired(now(), maxExpired)
  let expiry: Repeated | undefined
  return {
    handlers: { threadDump: threadDumpApi(service) },
    services: { countThreadDumps: dumps.countBefore, deleteExpiredThreadDumps: deleteExpired },
    start: () => {
      reports.start()
      expiry = repeatedly(deleteExpired, expiryEveryMs, cause =>
        warn('expired thread dumps could not be deleted', cause),
      )
    },
    close: async () => {
      await expiry?.close()
      await reports.close()
    },
  }
}
