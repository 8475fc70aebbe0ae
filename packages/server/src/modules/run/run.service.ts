/** Runs for the API: the records of a project, and the control of its active ones. */

import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { runCalls } from '@pone/contract/calls/run.ts'
import type { CapacityOrder } from '@pone/contract/entities/capacity.ts'
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

/** The scenario to start, and by whom. */
export interface StartOrder {
  readonly projectId: string
  readonly scenarioId: string
  readonly by: string
  readonly language: Language
  /** Preassigned by a caller that must not start the run twice. */
  readonly runId?: string | undefined
  /** Overrides of the scenario. */
  readonly adaptation?: Adaptation | undefined
  /** The search that drives its load in place of the load model; a scenario of a set has none. */
  readonly capacity?: CapacityOrder | undefined
  /** The set that the run is part of, whose type must match. */
  readonly taskSet?: TypedSet | undefined
  /** The run is prepared and then waits for `begin`, so that several start at the same instant. */
  readonly isHeld?: boolean | undefined
}

/** A change of the load that a person asks for. */
export type LoadWish = Pick<InputOf<typeof runCalls.changeLoad>, 'load' | 'rampSeconds' | 'components'>

/** The controller functions that the service needs. */
export interface RunControl {
  startRun(order: StartOrder): Promise<RunRecord>
  /** Starts the load of a prepared, held run at `startAt`, epoch ms; does nothing when it has started. @throws AppError RunNotActive */
  begin(projectId: string, id: string, startAt: number): Promise<void>
  stop(projectId: string, id: string, by: string): Promise<void>
  forceStop(projectId: string, id: string, by: string): Promise<void>
  changeLoad(projectId: string, id: string, change: LoadWish, by: string): Promise<void>
  /** The present record. */
  current(record: RunRecord): RunRecord
  activeRecords(projectId: string): RunRecord[]
  live(record: RunRecord): Promise<RunLive>
}

export type RunService = ReturnType<typeof createRunService>

interface RunServiceDeps {
  readonly runs: RunRepository
  readonly batches: RunBatchRepository
  readonly control: RunControl
  /** Called before runs are deleted, for data outside the database. */
  readonly beforeDelete: (ids: readonly string[]) => Promise<void>
  readonly now: () => number
}

export function createRunService(deps: RunServiceDeps) {
  const { runs } = deps
  return {
    ...runViews(deps),
    ...runOrders(deps),
    /** Deletes runs with their results and reports; returns them. @throws AppError NotFound, RunActive */
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

/** Runs for display. */
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
    /** The starter of an ended run has opened it: it no longer waits on that person's home page. */
    async noteOpened(run: Pick<Run, 'id' | 'state' | 'startedBy'>, by: string): Promise<void> {
      if (!isActiveRun(run.state) && run.startedBy === by) await runs.noteOpened(run.id, now())
    },
    /** @throws AppError NotFound */
    async log(query: InputOf<typeof runCalls.log>): Promise<OutputOf<typeof runCalls.log>> {
      await recordOf(deps, query.projectId, query.id)
      return batches.log(query)
    },
    /** The snapshot for a page that starts to watch a run; null when there is none. */
    async snapshot(projectId: string, id: string): Promise<LiveMessage | null> {
      const record = await runs.find(projectId, id)
      if (record === null) return null
      return { kind: 'runSnapshot', runId: id, live: await control.live(control.current(record)) }
    },
  }
}

/** Queries of runs. */
function runOrders(deps: Pick<RunServiceDeps, 'control' | 'now' | 'runs'>) {
  const { control, now } = deps

  return {
    /** On another server if the cluster's controller is that one. @throws AppError ScenarioIncomplete, NotFound, NoMachineOnline, CapacityExceeded */
    startRun: (order: StartOrder): Promise<RunRecord> => control.startRun(order),
    /** Forwarded to the control. @throws AppError RunNotActive */
    begin: (projectId: string, id: string, startAt: number): Promise<void> =>
      control.begin(projectId, id, startAt),
    /** @throws AppError ScenarioIncomplete, NotFound, NoMachineOnline, CapacityExceeded */
    start: async (input: StartOrder): Promise<RunDetail> => toRunDetail(await control.startRun(input), now()),
    /** Returns the run before the change. @throws AppError NotFound, RunNotActive */
    async stop(projectId: string, id: string, by: string): Promise<RunRecord> {
      const record = await recordOf(deps, projectId, id)
      await control.stop(projectId, id, by)
      return record
    },
    /** Returns the run before the change. @throws AppError NotFound, RunNotActive */
    async forceStop(projectId: string, id: string, by: string): Promise<RunRecord> {
      const record = await recordOf(deps, projectId, id)
      await control.forceStop(projectId, id, by)
      return record
    },
    /** Returns the previous manual load. @throws AppError NotFound, RunNotActive, RunMachinesExceeded */
    async changeLoad(input: {
      projectId: string
      id: string
      change: LoadWish
      by: string
    }): Promise<{ record: RunRecord; before: number | null }> {
      const { projectId, id, change, by } = input
      const record = await recordOf(deps, projectId, id)
      const before = record.manualLoad
      await control.changeLoad(projectId, id, change, by)
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
