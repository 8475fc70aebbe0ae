/** Data-flow reports of monitoring links: read, kept at the stop of a link, compared, exported and deleted. */
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import type { MonitorFigures } from '../monitor/monitor-figures.service.ts'
import type { PictureService } from '../monitor-link/pictures/picture.service.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { knownMachines } from '../run-monitoring/known-machines.ts'
import { flowReportApi } from './flow-report.api.ts'
import { createFlowReportRepository } from './flow-report.repository.ts'
import { createFlowReportService } from './flow-report.service.ts'

/** Time between two looks for sessions that are over, ms. */
const keepEveryMs = 2_000

export const flowReportNouns: Nouns = {
  flowReport: { zh: '监控流报告', en: 'The monitoring stream' },
}

export interface FlowReportModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'onFailure'> {
  readonly link: Pick<AgentLink, 'onlineMachines'>
  readonly timeSeries: TimeSeries
  readonly monitorTypes: MonitorTypes
  readonly monitorFigures: MonitorFigures
  readonly linkPictures: Pick<PictureService, 'dataUrl'>
}

export function flowReportModule(deps: FlowReportModuleDeps) {
  const { database, clock: now, onFailure, link, timeSeries } = deps
  const service = createFlowReportService({
    reports: createFlowReportRepository(database),
    monitors: createMonitorRepository(database),
    figures: deps.monitorFigures,
    types: deps.monitorTypes,
    timeSeries,
    machines: knownMachines(link),
    now,
    onFailure,
  })
  const closing = new AbortController()
  let keeping: Repeated | null = null
  return {
    handlers: { flowReport: flowReportApi(service, deps.linkPictures) },
    services: {},
    start: () => {
      keeping = repeatedly(
        () => service.keepAll(closing.signal),
        keepEveryMs,
        cause => onFailure('monitoring streams', cause),
      )
    },
    close: async () => {
      closing.abort()
      await keeping?.close()
    },
  }
}
