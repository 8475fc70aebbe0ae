/** Task sets: their tree, executions and schedules, and the periodic jobs of both. */
import { randomUUID } from 'node:crypto'
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import { executionKeepDays, keptExecutionsPerSet } from '@pone/schema/limits.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import { createCatalogueRepository } from '../catalogue/catalogue.repository.ts'
import type { ModuleBase } from '../module.ts'
import { adminTaskApi } from './admin-task.api.ts'
import { createExecutionRepository, type ExecutionRepository } from './execution.repository.ts'
import { createExecutionService } from './execution.service.ts'
import { startExecutionWorker } from './execution-worker.ts'
import { heldMachines } from './held-machines.ts'
import { createTaskKinds } from './kinds/registry.ts'
import { createPerformanceTaskRepository } from './performance-task.repository.ts'
import { createScheduleRepository } from './schedule.repository.ts'
import { createScheduleService, type ScheduleDeps } from './schedule.service.ts'
import { startScheduleClock } from './schedule-clock.ts'
import { taskApi } from './task.api.ts'
import { createTaskService } from './task.service.ts'
import type { TaskRuns } from './task-runs.ts'
import { taskScenarios } from './task-scenario.repository.ts'

export const taskNouns: Nouns = {
  task: { zh: '任务', en: 'The task' },
  taskSet: { zh: '任务集', en: 'The task set' },
  execution: { zh: '任务集的执行', en: 'The execution of the task set' },
  schedule: { zh: '执行计划', en: 'The schedule' },
}

const dayMs = 24 * 3_600_000
const cleanEveryMs = 3_600_000

export interface TaskModuleDeps extends ModuleBase {
  readonly taskRuns: TaskRuns
  readonly clustersFor: (projectId: string) => Promise<readonly Cluster[]>
  readonly accessOf: ScheduleDeps['accessOf']
}

export function taskModule(deps: TaskModuleDeps) {
  const { database, clock: now, taskRuns, clustersFor, accessOf, onFailure } = deps
  const executionRepository = createExecutionRepository(database)
  const scheduleRepository = createScheduleRepository(database)
  const leaseOwner = randomUUID()
  const jobs: Repeated[] = []
  const onChange = () => {
    for (const job of jobs) job.poke()
  }
  const held = heldMachines(database)
  const kinds = createTaskKinds({
    database,
    executions: executionRepository,
    runs: taskRuns,
    held,
    onChange,
    now,
  })
  const { member } = kinds.scenario
  const tasks = createTaskService({
    repository: createCatalogueRepository(database),
    activeExecution: setId => executionRepository.activeOf(setId),
    countsOf: async setId => ({
      schedules: await scheduleRepository.countOf(setId),
      executions: await executionRepository.countOf(setId),
    }),
    scenariosOf: taskScenarios(database),
    clustersFor,
    plan: member.plan,
    now,
    newId: randomUUID,
  })
  const executions = createExecutionService({
    executions: executionRepository,
    schedules: scheduleRepository,
    performanceTasks: createPerformanceTaskRepository(database, kinds),
    tasks,
    kinds,
    held,
    leaseOwner,
    onChange,
    now,
  })
  const schedules = createScheduleService({
    schedules: scheduleRepository,
    executions: executionRepository,
    tasks,
    accessOf,
    leaseOwner,
    now,
  })
  return {
    handlers: {
      task: taskApi({ tasks, executions, schedules }),
      adminTask: adminTaskApi({ executions, schedules }),
    },
    services: { tasks, executions, schedules },
    /** Drives executions and starts due schedules. */
    start: (): void => {
      const worker = startExecutionWorker({
        executions: executionRepository,
        runs: taskRuns,
        member,
        leaseOwner,
        now,
        onFailure,
      })
      const scheduleClock = startScheduleClock({ schedules, onFired: () => worker.poke(), now, onFailure })
      jobs.push(scheduleClock, worker, startCleaning(executionRepository, { now, onFailure }))
    },
    /** Executions are handed over to other servers; runs continue. */
    close: async (): Promise<void> => {
      for (const job of jobs.splice(0)) await job.close()
    },
  }
}

/** Deletes executions that are old and not among the newest of their set. */
const startCleaning = (
  executions: Pick<ExecutionRepository, 'prune'>,
  { now, onFailure }: { now: () => number; onFailure: ModuleBase['onFailure'] },
): Repeated =>
  repeatedly(
    () => executions.prune(now() - executionKeepDays * dayMs, keptExecutionsPerSet),
    cleanEveryMs,
    cause => onFailure('old executions of task sets', cause),
  )
