/** Thread dumps of JVMs: taken by agents once or at an interval, kept, and given to the pages that compare them. */

import { countedByProject } from '../../adapters/database/profile-expiry.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import { agentsOf } from '../monitor/monitor-agents.repository.ts'
import type { OperationRecordService } from '../operation-record/operation-record.service.ts'
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
  readonly operationRecords: Pick<OperationRecordService, 'recordExpired'>
}

export function threadDumpModule({
  database,
  clock: now,
  warn,
  link,
  operationRecords,
}: ThreadDumpModuleDeps) {
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
  const deleteExpired = async () => {
    const deleted = await dumps.deleteExpired(now(), maxExpired)
    for (const { projectId, projectName, count } of countedByProject(deleted))
      await operationRecords.recordExpired({ action: 'threadDump.expire', projectId, projectName, count })
  }
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
