/** Calls of what monitors have collected, of tests of connections, and of discovery. */
import type { adminMonitorCalls, monitorFigureCalls } from '@pone/contract/calls/monitor-figures.ts'
import type { monitorOperationCalls } from '@pone/contract/calls/monitor-operations.ts'
import type { monitorTestCalls } from '@pone/contract/calls/monitor-test.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { MonitorFigures } from './monitor-figures.service.ts'
import type { MonitorTestService } from './monitor-test.service.ts'
import type { OperationService } from './operations/operation.service.ts'

export const monitorFigureApi = (figures: MonitorFigures): Handlers<typeof monitorFigureCalls> => ({
  latest: ({ projectId, ids, counters }) => figures.latest(projectId, ids, counters),
  series: input => figures.series(input),
  labels: input => figures.labels(input),
  counters: input => figures.counters(input),
  table: input => figures.table(input),
  gaps: input => figures.gaps(input),
  sessions: input => figures.sessions(input),
  log: input => figures.log(input),
})

export const monitorOperationApi = (
  operations: OperationService,
): Handlers<typeof monitorOperationCalls> => ({
  slowOperations: input => operations.list(input),
  slowOperationTrend: input => operations.trend(input),
  slowOperationPlan: input => operations.plan(input),
})

export const adminMonitorApi = (figures: MonitorFigures): Handlers<typeof adminMonitorCalls> => ({
  sessions: input => figures.sessions(input),
})

/** Parameters are recorded without values: some of them are secrets. */
export const monitorTestApi = (tests: MonitorTestService): Handlers<typeof monitorTestCalls> => ({
  startTest: async (input, { audit }) => {
    const { type, params } = input
    const { host } = params
    audit.target(typeof host === 'string' ? `${type} ${host}` : type)
    audit.after({ type, params: Object.keys(params), agentId: input.agentId, monitorId: input.monitorId })
    return tests.start(input)
  },
  testResult: ({ projectId, testId }) => tests.result(projectId, testId),
  cancelTest: async ({ projectId, testId }) => {
    await tests.cancel(projectId, testId)
    return {}
  },
  discover: async ({ projectId, agentId }, { audit }) => {
    audit.target(agentId)
    return tests.discover(projectId, agentId)
  },
})
