/** Joins what task sets need: their tree, their executions and schedules, and the jobs that go on with both. */
import { randomUUID } from 'node:crypto'
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import { executionKeepDays, keptExecutionsPerSet } from '@pone/schema/limits.ts'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import { messageOf } from '../calls/failure.ts'
import { type Repeated, repeatedly } from '../jobs/repeated.ts'
import { createCatalogueRepository } from '../modules/catalogue/catalogue.repository.ts'
import { adminTaskApi } from '../modules/task/admin-task.api.ts'
import { createExecutionRepository } from '../modules/task/execution.repository.ts'
import { createExecutionService } from '../modules/task/execution.service.ts'
import { startExecutionWorker, type TaskRuns } from '../modules/task/execution-worker.ts'
import { createPerformanceTaskRepository } from '../modules/task/performance-task.repository.ts'
import { createScheduleRepository } from '../modules/task/schedule.repository.ts'
import { createScheduleService, type ScheduleDeps } from '../modules/task/schedule.service.ts'
import { startScheduleClock } from '../modules/task/schedule-clock.ts'
import { taskApi } from '../modules/task/task.api.ts'
import { createTaskService } from '../modules/task/task.service.ts'
import { taskScenarios } from '../modules/task/task-scenario.repository.ts'

const dayMs = 24 * 3_600_000
const cleanEveryMs = 3_600_000

export interface TasksOptions {
  readonly database: Database
  readonly clock: Clock
  readonly runs: TaskRuns
  readonly clustersFor: (projectId: string) => Promise<readonly Cluster[]>
  readonly accessOf: ScheduleDeps['accessOf']
  readonly onFailure: (what: string, cause: unknown) => void
}

export function composeTasks({ database, clock, runs, clustersFor, accessOf, onFailure }: TasksOptions) {
  const executionRepository = createExecutionRepository(database)
  const scheduleRepository = createScheduleRepository(database)
  const leaseOwner = randomUUID()
  const jobs: Repeated[] = []
  const poke = (): void => {
    for (const job of jobs) job.poke()
  }
  const tasks = createTaskService({
    repository: createCatalogueRepository(database),
    activeExecution: setId => executionRepository.activeOf(setId),
    countsOf: async setId => ({
      schedules: await scheduleRepository.countOf(setId),
      executions: await executionRepository.countOf(setId),
    }),
    scenariosOf: taskScenarios(database),
    clustersFor,
    now: clock,
    newId: randomUUID,
  })
  const executions = createExecutionService({
    executions: executionRepository,
    schedules: scheduleRepository,
    performanceTasks: createPerformanceTaskRepository(database),
    tasks,
    control: runs,
    leaseOwner,
    wordsOf: messageOf,
    onChange: poke,
    now: clock,
  })
  const schedules = createScheduleService({
    schedules: scheduleRepository,
    executions: executionRepository,
    tasks,
    accessOf,
    leaseOwner,
    now: clock,
  })
  return {
    handlers: {
      task: taskApi({ tasks, executions, schedules }),
      adminTask: adminTaskApi({ executions, schedules }),
    },
    tasks,
    executions,
    schedules,
    /** Goes on with executions and begins what is due; call when runs can be started. */
    start: (): void => {
      const worker = startExecutionWorker({
        executions: executionRepository,
        runs,
        leaseOwner,
        now: clock,
        onFailure,
      })
      const scheduleClock = startScheduleClock({
        schedules,
        onFired: () => worker.poke(),
        now: clock,
        onFailure,
      })
      const cleaning = repeatedly(
        () => executionRepository.prune(clock() - executionKeepDays * dayMs, keptExecutionsPerSet),
        cleanEveryMs,
        cause => onFailure('old executions of task sets', cause),
      )
      jobs.push(scheduleClock, worker, cleaning)
    },
    /** Executions are given to other servers; what runs goes on. */
    close: async (): Promise<void> => {
      for (const job of jobs.splice(0)) await job.close()
    },
  }
}
