/** The controller of all runs: starts them, keeps the active ones, forwards agent messages to them, and restores them after a restart. */
import { randomUUID } from 'node:crypto'
import type { RunLive } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { createBatchIntake } from '@pone/run-control/batch-intake.ts'
import { createLinkHandlers } from '@pone/run-control/link-handlers.ts'
import { databaseErrors } from '../../adapters/database/store-errors.ts'
import type { RunControl } from '../run/run.service.ts'
import type { ControllerDeps } from './controller-deps.ts'
import { HeldRuns } from './held-runs.ts'
import { LiveFigures } from './live-figures.ts'
import { changeLoad } from './load-change.ts'
import { RunAdoption } from './run-adoption.ts'
import { RunClock } from './run-clock.ts'
import { RunSettlement } from './run-settlement.ts'
import { RunStart } from './run-start.ts'

export interface Controller extends RunControl {
  /** Restores these runs, or all that were active when the server stopped; call before agents can connect. */
  start(ids?: readonly string[] | null): Promise<void>
  /** Stops driving runs; they continue on their machines and are restored at the next start. */
  close(): Promise<void>
  /** Runs a tick of every active run now. */
  tick(): void
  /** Restores a run of a failed server; messages of its machines must not be processed before this resolves. */
  takeUp(id: string): Promise<void>
  /** Stops driving a run that another server has taken over; returns its project, or null when this server did not drive it. */
  drop(id: string): string | null
  /** Resolves when all work after the end of a run is done, including its report. */
  settled(runId: string): Promise<void>
  /** Present figures of a run that this server drives. @throws AppError RunNotActive */
  liveOf(projectId: string, id: string): Promise<RunLive>
}

export function createController(deps: ControllerDeps): Controller {
  const { link, runs, batches, hub } = deps
  const held = new HeldRuns(hub)
  const figures = new LiveFigures(held, deps)
  const settlement = new RunSettlement(held, figures, deps)
  const intake = createBatchIntake({
    storeErrors: databaseErrors,
    batches,
    addLabels: (runId, names) => runs.addLabels(runId, names),
    onDamage: deps.onFailure,
  })
  const adoption = new RunAdoption({ held, settlement, intake }, deps)
  const starter = new RunStart(adoption, deps)
  const clock = new RunClock(held, deps)
  link.on(
    createLinkHandlers({
      active: id => held.get(id),
      all: () => held.all(),
      runs,
      intake,
      link,
      countLate: (record, agentId) => settlement.countLate(record, agentId),
      newId: randomUUID,
    }),
  )
  return {
    start: async (ids = null) => {
      for (const record of await runs.active()) {
        if (ids === null || ids.includes(record.id)) await adoption.restore(record)
      }
      clock.start()
    },
    close: async () => {
      clock.stop()
      await adoption.close()
      await settlement.allSettled()
    },
    tick: () => clock.tick(),
    takeUp: async id => {
      const record = await runs.findById(id)
      if (record === null || !isActiveRun(record.state)) return
      await adoption.restore(record)
      const run = held.get(id)?.run
      if (run?.isActive !== true) return
      for (const { agentId } of run.machines.active()) link.renew(agentId)
      const { projectId } = record
      const live = await figures.of(run.record)
      hub.publish('run', projectId, id, { kind: 'runSnapshot', runId: id, live })
      held.publishProject(projectId)
    },
    drop: id => adoption.drop(id),
    settled: runId => settlement.settled(runId),
    startRun: order => starter.start(order),
    begin: async (projectId, id, startAt) => held.active(projectId, id).begin(startAt),
    stop: async (projectId, id, by) => held.active(projectId, id).stop('stoppedByUser', by),
    forceStop: async (projectId, id, by) => held.active(projectId, id).forceStop('forceStopped', by),
    changeLoad: async (projectId, id, change, by) =>
      changeLoad(held.active(projectId, id), { ...change, by }, deps),
    current: (record: RunRecord) => held.get(record.id)?.run.record ?? record,
    activeRecords: projectId => held.activeRecords(projectId),
    live: record => figures.of(record),
    liveOf: async (projectId, id) => figures.of(held.active(projectId, id).record),
  }
}
