/** Runs as the calls ask for them: the records of a project, and the control of its active ones. */

import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { runCalls } from '@pone/contract/calls/run.ts'
import type { Run, RunDetail, RunLive } from '@pone/contract/entities/run.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { Adaptation } from '@pone/plan/load-models/adapted.ts'
import { type RunRecord, toRun, toRunDetail } from '@pone/results/run-record.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import type { TypedSet } from '../scenario/task-engine.ts'
import type { RunRepository } from './run.repository.ts'
import type { RunBatchRepository } from './run-batch.repository.ts'

/** What is to be started, by whom. */
export interface StartOrder {
  readonly projectId: string
  readonly scenarioId: string
  readonly by: string
  readonly language: Language
  /** Chosen beforehand by who must not start it twice. */
  readonly runId?: string | undefined
  /** What the run does otherwise than the scenario says. */
  readonly adaptation?: Adaptation | undefined
  /** The set it is started for, whose type it must be of. */
  readonly taskSet?: TypedSet | undefined
  /** It is made ready and then waits for `begin`, so that several begin at one instant. */
  readonly isHeld?: boolean | undefined
}

/** What the service needs of the controller. */
export interface RunControl {
  startRun(order: StartOrder): Promise<RunRecord>
  /** Lets the load of a held run that is ready begin at `startAt`, epoch ms; does nothing when it has begun. @throws AppError RunNotActive */
  begin(projectId: string, id: string, startAt: number): Promise<void>
  stop(projectId: string, id: string, by: string): Promise<void>
  forceStop(projectId: string, id: string, by: string): Promise<void>
  changeLoad(projectId: string, id: string, load: number | null, by: string): Promise<void>
  /** The record as it is at this moment. */
  current(record: RunRecord): RunRecord
  activeRecords(projectId: string): RunRecord[]
  live(record: RunRecord): Promise<RunLive>
}

export type RunService = ReturnType<typeof createRunService>

interface RunServiceDeps {
  readonly runs: RunRepository
  readonly batches: RunBatchRepository
  readonly control: RunControl
  /** Called before runs go, for what lies outside the database. */
  readonly beforeDelete: (ids: readonly string[]) => Promise<void>
  readonly now: () => number
}

export function createRunService(deps: RunServiceDeps) {
  const { runs } = deps
  return {
    ...runViews(deps),
    ...runOrders(deps),
    /** Deletes runs with their results and reports; answers them. @throws AppError NotFound, RunActive */
    async delete(projectId: string, ids: readonly string[]): Promise<RunRecord[]> {
      const unique = [...new Set(ids)]
      const records = await Promise.all(unique.map(id => recordOf(deps, projectId, id)))
      if (records.some(record => isActiveRun(record.state))) throw new AppError('RunActive')
      await deps.beforeDelete(unique)
      await runs.delete(projectId, unique)
      return records
    },
  }
}

/** Runs as they are shown. */
function runViews(deps: Pick<RunServiceDeps, 'runs' | 'control' | 'now' | 'batches'>) {
  const { runs, control, now, batches } = deps

  return {
    async list(query: InputOf<typeof runCalls.list>): Promise<OutputOf<typeof runCalls.list>> {
      const { total, rows } = await runs.list(query)
      const { page, pageSize } = query
      return { total, page, pageSize, rows: rows.map((record): Run => toRun(control.current(record))) }
    },
    /** @throws AppError NotFound */
    record: (projectId: string, id: string) => recordOf(deps, projectId, id),
    /** @throws AppError NotFound */
    get: async (projectId: string, id: string): Promise<RunDetail> =>
      toRunDetail(await recordOf(deps, projectId, id), now()),
    /** @throws AppError NotFound */
    live: async (projectId: string, id: string): Promise<RunLive> =>
      control.live(await recordOf(deps, projectId, id)),
    /** @throws AppError NotFound */
    async log(query: InputOf<typeof runCalls.log>): Promise<OutputOf<typeof runCalls.log>> {
      await recordOf(deps, query.projectId, query.id)
      return batches.log(query)
    },
    /** What a page gets when it begins to watch a run; null when there is none. */
    async snapshot(projectId: string, id: string): Promise<LiveMessage | null> {
      const record = await runs.find(projectId, id)
      if (record === null) return null
      return { kind: 'runSnapshot', runId: id, live: await control.live(control.current(record)) }
    },
  }
}

/** What is asked of runs. */
function runOrders(deps: Pick<RunServiceDeps, 'control' | 'now' | 'runs'>) {
  const { control, now } = deps

  return {
    /** Where the cluster's controller is another server, there. @throws AppError ScenarioIncomplete, NotFound, NoMachineOnline, CapacityExceeded */
    startRun: (order: StartOrder): Promise<RunRecord> => control.startRun(order),
    /** As of the control. @throws AppError RunNotActive */
    begin: (projectId: string, id: string, startAt: number): Promise<void> =>
      control.begin(projectId, id, startAt),
    /** @throws AppError ScenarioIncomplete, NotFound, NoMachineOnline, CapacityExceeded */
    start: async (input: StartOrder): Promise<RunDetail> => toRunDetail(await control.startRun(input), now()),
    /** Answers the run as it was. @throws AppError NotFound, RunNotActive */
    async stop(projectId: string, id: string, by: string): Promise<RunRecord> {
      const record = await recordOf(deps, projectId, id)
      await control.stop(projectId, id, by)
      return record
    },
    /** Answers the run as it was. @throws AppError NotFound, RunNotActive */
    async forceStop(projectId: string, id: string, by: string): Promise<RunRecord> {
      const record = await recordOf(deps, projectId, id)
      await control.forceStop(projectId, id, by)
      return record
    },
    /** Answers the load set by hand before. @throws AppError NotFound, RunNotActive, RunMachinesExceeded */
    async changeLoad(input: {
      projectId: string
      id: string
      load: number | null
      by: string
    }): Promise<{ record: RunRecord; before: number | null }> {
      const { projectId, id, load, by } = input
      const record = await recordOf(deps, projectId, id)
      const before = record.manualLoad
      await control.changeLoad(projectId, id, load, by)
      return { record, before }
    },
  }
}

const recordOf = async (
  { runs, control }: Pick<RunServiceDeps, 'runs' | 'control'>,
  projectId: string,
  id: string,
): Promise<RunRecord> => {
  const record = await runs.find(projectId, id)
  if (record === null) throw new AppError('NotFound', { what: 'run' })
  return control.current(record)
}
