/** Captures of packets by agents on their machines. */
import { dirname, join } from 'node:path'
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { createMachineLine } from '../host/machine-line.ts'
import type { ModuleBase } from '../module.ts'
import { agentsOf } from '../monitor/monitor-agents.repository.ts'
import { captureApi } from './capture.api.ts'
import { machinesWithoutOthers } from './capture.repository.ts'
import { type CaptureMachine, CaptureService } from './capture.service.ts'

export const captureNouns: Nouns = {
  capture: { zh: '抓包', en: 'The capture' },
}

interface CaptureModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'uploadFolder' | 'onFailure'> {
  readonly link: AgentLink
}

export function captureModule({ database, clock: now, uploadFolder, onFailure, link }: CaptureModuleDeps) {
  const machinesOf = async (projectId: string): Promise<CaptureMachine[]> => {
    const [agents, own] = await Promise.all([
      agentsOf(database, projectId),
      machinesWithoutOthers(database, projectId),
    ])
    return agents.map(({ id, name, address }) => ({ id, name, address, isOwn: own.has(id) }))
  }
  const service = new CaptureService({
    // Not in the folder that all servers share.
    folder: join(dirname(uploadFolder), 'captures'),
    machinesOf,
    link,
    line: createMachineLine(link),
    now,
    onFailure,
  })
  return {
    handlers: { capture: captureApi(service) },
    services: {
      /** Those on which a project may record. */
      recordingMachinesOf: machinesOf,
      deleteCapturesOf: (projectId: string) => service.deleteOfProject(projectId),
    },
    start: () => service.start(),
    close: () => service.close(),
  }
}
