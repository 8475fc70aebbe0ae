/** Monitors: their administration, who collects them, and what was collected. */
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { AlertIntake } from '../alert/alert-intake.service.ts'
import type { ModuleBase } from '../module.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { createAssignmentRepository } from './assignment.repository.ts'
import { AssignmentService } from './assignment.service.ts'
import { createChartFiguresService } from './chart-figures.service.ts'
import { createIntakeRepository } from './intake.repository.ts'
import { IntakeService } from './intake.service.ts'
import { monitorApi } from './monitor.api.ts'
import { createMonitorRepository, type MonitorRepository } from './monitor.repository.ts'
import { createMonitorService, type MonitorServiceDeps } from './monitor.service.ts'
import { agentsOf } from './monitor-agents.repository.ts'
import {
  adminMonitorApi,
  monitorFigureApi,
  monitorOperationApi,
  monitorTestApi,
} from './monitor-figures.api.ts'
import { createMonitorFigures } from './monitor-figures.service.ts'
import { monitorFileApi } from './monitor-file.api.ts'
import { createMonitorFiles } from './monitor-file.service.ts'
import { createMonitorGroupService } from './monitor-group.service.ts'
import { createMonitorHistoryRepository } from './monitor-history.repository.ts'
import { type MonitorAudience, MonitorNews, monitorSnapshot, withNews } from './monitor-news.ts'
import { monitorPlaces } from './monitor-places.ts'
import { createMonitorSessionRepository } from './monitor-session.repository.ts'
import { createMonitorSessionService } from './monitor-session.service.ts'
import { createMonitorTestRepository } from './monitor-test.repository.ts'
import { MonitorTestService } from './monitor-test.service.ts'
import { NoDataWatch } from './no-data-watch.ts'
import { createOperationRepository } from './operations/operation.repository.ts'
import { OperationService } from './operations/operation.service.ts'
import { createRunFrequencyRepository } from './run-frequency.repository.ts'
import { createUnheardRepository } from './unheard.repository.ts'
import { createUnheardWatch } from './unheard-watch.ts'

const trimEveryMs = 3_600_000
const unheardEveryMs = 5_000

export const monitorNouns: Nouns = {
  monitor: { zh: '监控', en: 'The monitor' },
  monitorGroup: { zh: '监控分组', en: 'The group of monitors' },
  monitorSection: { zh: '监控数据', en: 'The section of the monitor' },
  monitorTable: { zh: '监控表格', en: 'The table of the monitor' },
  slowOperation: { zh: '慢操作', en: 'The slow operation' },
  monitorTest: { zh: '连接测试', en: 'The test of the connection' },
}

export interface MonitorModuleDeps extends ModuleBase {
  readonly link: AgentLink
  readonly timeSeries: TimeSeries
  readonly audience: MonitorAudience
  readonly monitorTypes: MonitorTypes
  readonly alertIntake: AlertIntake
  /** Calls the listener with monitors that got another version of their type. */
  readonly onMonitorsMoved: (listener: (monitorIds: readonly string[]) => void) => void
}

export function monitorModule(deps: MonitorModuleDeps) {
  const { database, clock: now, secrets, link, monitorTypes: types, warn } = deps
  const repository = createMonitorRepository(database)
  const { figures, chartFigures, news, series } = createFigures(deps, repository)
  const assignment = createAssignment(deps, series)
  const { intake, watches } = createIntake({ ...deps, timeSeries: series }, news)
  const monitorDeps: MonitorServiceDeps = {
    monitors: repository,
    sessions: createMonitorSessionRepository(database),
    agentsOf: projectId => agentsOf(database, projectId),
    types,
    link,
    secrets,
    series,
    onChange: ids => assignment.changed(ids),
    now,
  }
  const monitors = createMonitorService(monitorDeps)
  const groups = createMonitorGroupService({ monitors: repository, now })
  const files = createMonitorFiles({
    repository,
    monitors,
    groups,
    agentsOf: projectId => agentsOf(database, projectId),
    link,
  })
  const tests = new MonitorTestService({
    monitors: repository,
    tests: createMonitorTestRepository(database),
    agents: projectId => monitors.agents(projectId),
    types,
    link,
    secrets,
    now,
    warn,
  })
  const { operations, trimming } = createOperations(deps, repository)
  return {
    handlers: {
      monitor: {
        ...monitorApi({ monitors, groups, monitorDeps }),
        ...monitorFileApi(files),
        ...monitorTestApi(tests),
        ...monitorFigureApi(figures),
        ...monitorOperationApi(operations),
      },
      adminMonitor: adminMonitorApi(figures),
    },
    services: {
      monitors,
      monitorPlaces: (projectId: string) => monitorPlaces({ monitors: repository, types }, projectId),
      monitorFigures: figures,
      chartFigures,
      monitorSnapshot: monitorSnapshot(figures.newest),
      monitorSessions: createMonitorSessionService({
        changed: ids => assignment.changed(ids),
        runsChanged: () => assignment.runsChanged(),
      }),
    },
    start: () => {
      assignment.start()
      watches.start()
      trimming.start()
    },
    close: async () => {
      news.close()
      intake.close()
      await watches.close()
      await trimming.close()
      await assignment.close()
    },
  }
}

function createAssignment(
  { database, clock: now, secrets, link, monitorTypes: types, onMonitorsMoved, warn }: MonitorModuleDeps,
  series: TimeSeries,
): AssignmentService {
  const assignment = new AssignmentService({
    repository: createAssignmentRepository(database),
    frequencies: createRunFrequencyRepository(database),
    types,
    link,
    series,
    secrets,
    now,
    warn,
  })
  onMonitorsMoved(ids => assignment.changed(ids))
  return assignment
}

/** Newest values and curves, and the storage of which browsers are told. */
function createFigures(
  { database, clock: now, timeSeries, audience, monitorTypes: types, warn }: MonitorModuleDeps,
  monitors: MonitorRepository,
) {
  const history = createMonitorHistoryRepository(database)
  const figuresDeps = { monitors, history, series: timeSeries, types, now }
  const figures = createMonitorFigures(figuresDeps)
  const chartFigures = createChartFiguresService(figuresDeps)
  const news = new MonitorNews({ audience, latest: figures.newest, warn })
  return { figures, chartFigures, news, series: withNews(timeSeries, news) }
}

/** Slow operations: asked for, and removed when they are too old. */
function createOperations(
  { database, clock: now, link, secrets, monitorTypes: types, warn }: MonitorModuleDeps,
  monitors: MonitorRepository,
) {
  const stored = createOperationRepository(database)
  let trimming: Repeated | undefined
  return {
    operations: new OperationService({ monitors, operations: stored, types, link, secrets, now }),
    trimming: {
      start: () => {
        trimming = repeatedly(
          () => stored.trim(now()),
          trimEveryMs,
          cause => warn('old slow operations could not be removed', cause),
        )
      },
      close: async () => trimming?.close(),
    },
  }
}

/** Stores what agents collect, and watches that they do. */
function createIntake({ database, clock: now, link, ...deps }: MonitorModuleDeps, news: MonitorNews) {
  const { timeSeries: series, monitorTypes: types, warn } = deps
  const repository = createIntakeRepository(database)
  const intake = new IntakeService({
    repository,
    series,
    types,
    link,
    alerts: deps.alertIntake,
    now,
    warn,
    onStored: (agentId, parts) => silence.stored(agentId, parts),
    onLines: projectIds => news.logged(projectIds),
  })
  const silence = new NoDataWatch({
    repository,
    series,
    types,
    isStoring: agentId => intake.isStoring(agentId),
    now,
    warn,
  })
  link.on({ agentOffline: agentId => silence.forget(agentId) })
  const unheard = createUnheardWatch({
    repository: createUnheardRepository(database),
    series,
    types,
    link,
    isStoring: agentId => intake.isStoring(agentId),
    now,
  })
  let searching: Repeated | undefined
  const watches = {
    start: () => {
      silence.start()
      searching = repeatedly(unheard, unheardEveryMs, cause =>
        warn('monitors of which nothing was ever stored could not be found', cause),
      )
    },
    close: async () => {
      await searching?.close()
      await silence.close()
    },
  }
  return { intake, watches }
}
