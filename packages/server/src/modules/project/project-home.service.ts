/** Figures of the project's home page. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { isActiveRun, type RunState } from '@pone/contract/states.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { OperationRecordRepository } from '../operation-record/operation-record.repository.ts'
import type { LatestRun, ProjectHomeRepository } from './project-home.repository.ts'
import { outcomeOf, startOfDays, toRunDays } from './run-days.ts'

export type ProjectHome = OutputOf<Calls['project']['home']>

export interface ProjectHomeService {
  figures(projectId: string): Promise<ProjectHome>
}

export interface ProjectHomeDependencies {
  readonly repository: ProjectHomeRepository
  readonly operationRecords: Pick<OperationRecordRepository, 'latestOf'>
  readonly clock: Clock
}

const daysShown = 14
const latestShown = 10

export function createProjectHomeService(dependencies: ProjectHomeDependencies): ProjectHomeService {
  const { repository, operationRecords, clock } = dependencies
  return {
    figures: async projectId => {
      const now = clock()
      const [counts, outcomes, hours, latest, changes] = await Promise.all([
        repository.counts(projectId),
        repository.runsByOutcome(projectId),
        repository.runsByHour(projectId, startOfDays(now, daysShown)),
        repository.latestRuns(projectId, latestShown),
        operationRecords.latestOf(projectId, latestShown),
      ])
      const countWhere = (matches: (state: RunState) => boolean): number =>
        outcomes.filter(({ state }) => matches(state)).reduce((sum, { count }) => sum + count, 0)
      return {
        ...counts,
        runs: {
          total: countWhere(() => true),
          complete: countWhere(state => outcomeOf(state) === 'complete'),
          failed: countWhere(state => outcomeOf(state) === 'failed'),
          stopped: countWhere(state => outcomeOf(state) === 'stopped'),
          active: countWhere(isActiveRun),
        },
        requests: outcomes.reduce((sum, { requests }) => sum + requests, 0),
        slaPassedPercent: passedPercent(outcomes),
        runsPerDay: toRunDays(hours, now, daysShown),
        latestRuns: latest.map(toLatestRun),
        latestChanges: changes.map(({ at, account, action, target }) => ({ at, account, action, target })),
      }
    },
  }
}

/** Of the runs whose SLA was judged; null when none was. */
function passedPercent(outcomes: readonly { sla: string; count: number }[]): number | null {
  const countOf = (verdict: string): number =>
    outcomes.reduce((sum, { sla, count }) => (sla === verdict ? sum + count : sum), 0)
  const judged = countOf('passed') + countOf('broken')
  return judged === 0 ? null : (countOf('passed') / judged) * 100
}

const toLatestRun = ({ endedAt, failed, ...run }: LatestRun): ProjectHome['latestRuns'][number] => ({
  ...run,
  durationMs: runDurationMs({ startedAt: run.startedAt, endedAt }),
  errorPercent: run.requests === 0 ? 0 : (failed / run.requests) * 100,
})
