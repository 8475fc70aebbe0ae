/** Monitors for tests of the pages, as the server answers them. */
import { type Monitor, monitorSchema } from '@pone/contract/entities/monitor.ts'
import { idOf, startedAt } from '../../test-runs.ts'

export const testMonitor = (number: number, over: object = {}): Monitor =>
  monitorSchema.parse({
    id: idOf(number),
    projectId: idOf(9),
    name: `web-${number}`,
    type: 'host',
    typeVersion: null,
    params: {},
    secretsSet: [],
    isRunning: true,
    runningSince: startedAt,
    state: 'up',
    problem: null,
    collector: { id: idOf(5), name: 'agent-1', isOnline: true },
    lastAt: startedAt,
    fastRun: null,
    revision: 1,
    createdBy: 'li',
    createdAt: startedAt,
    updatedBy: 'li',
    updatedAt: startedAt,
    ...over,
  })

export const inProject = { accessList: ['project.view', 'monitor.view', 'monitor.edit'] } as const
