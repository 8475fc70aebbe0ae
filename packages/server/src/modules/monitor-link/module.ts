/** Monitoring links: their topology, start and stop with their monitors, sessions and live values. */
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import type { MonitorService } from '../monitor/monitor.service.ts'
import type { MonitorFigures } from '../monitor/monitor-figures.service.ts'
import type { MonitorPlace } from '../monitor/monitor-places.ts'
import type { MonitorSessionService } from '../monitor/monitor-session.service.ts'
import { linkLive } from './link-live.ts'
import { monitorLinkApi } from './monitor-link.api.ts'
import { createMonitorLinkRepository } from './monitor-link.repository.ts'
import { createMonitorLinkService } from './monitor-link.service.ts'
import { createMonitorLinkSessionRepository, linkSessions } from './monitor-link-session.repository.ts'
import { createPictureRepository } from './pictures/picture.repository.ts'
import { createPictureService } from './pictures/picture.service.ts'
import { ProposalService } from './proposals/proposal.service.ts'

export const monitorLinkNouns: Nouns = {
  monitorLink: { zh: '监控链路', en: 'The monitoring link' },
  linkPicture: { zh: '拓扑背景图', en: 'The background picture of the topology' },
  monitorLinkPart: { zh: '监控链路引用的监控或场景', en: 'A monitor or scenario of the monitoring link' },
}

export interface MonitorLinkModuleDeps extends Pick<ModuleBase, 'database' | 'clock'> {
  readonly link: AgentLink
  readonly monitors: Pick<MonitorService, 'agents'>
  readonly monitorPlaces: (projectId: string) => Promise<MonitorPlace[]>
  readonly monitorFigures: Pick<MonitorFigures, 'latest'>
  readonly monitorSessions: MonitorSessionService
}

export function monitorLinkModule({
  database,
  clock: now,
  link,
  monitors,
  monitorPlaces: placesOf,
  monitorFigures,
  monitorSessions,
}: MonitorLinkModuleDeps) {
  const repository = createMonitorLinkRepository(database)
  const agentsOf = (projectId: string) => monitors.agents(projectId)
  const pictures = createPictureService({ pictures: createPictureRepository(database), now })
  const links = createMonitorLinkService({
    links: repository,
    pictures,
    sessions: createMonitorLinkSessionRepository(database, monitorSessions),
    agentsOf,
    onChange: ids => monitorSessions.changed(ids),
    onFrequency: () => monitorSessions.runsChanged(),
    now,
  })
  const liveDeps = {
    links: repository,
    agentsOf,
    latest: (projectId: string, ids: readonly string[], counters: readonly string[]) =>
      monitorFigures.latest(projectId, ids, counters),
  }
  const proposals = new ProposalService({ link, agentsOf, placesOf })
  return {
    handlers: {
      monitorLink: monitorLinkApi({
        links,
        pictures,
        proposals,
        live: (projectId, id) => linkLive(liveDeps, projectId, id),
      }),
    },
    services: { monitorLinks: links, linkPictures: pictures, linkSessions: linkSessions(monitorSessions) },
  }
}
