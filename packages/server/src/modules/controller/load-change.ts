/** Changes the load of an active run manually, with reservations that match it. */
import { AppError } from '@pone/contract/errors.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import type { ActiveRun } from '@pone/run-control/active-run.ts'
import { usersOf } from '@pone/run-control/share-cut.ts'
import type { ClusterService } from '../cluster/cluster.service.ts'
import { sum } from '../cluster/sum.ts'

type Clusters = Pick<ClusterService, 'raise'>

/** `load` null restores the planned load. @throws AppError RunNotActive also while the run is being stopped, RunMachinesExceeded, LoadNotChangeable, LicenceExceeded and others of the licence */
export async function changeLoad(
  run: ActiveRun,
  { load, by }: { readonly load: number | null; readonly by: string },
  clusters: Clusters,
): Promise<void> {
  const { record } = run
  if (record.state !== 'running' || record.stopCause !== null) throw new AppError('RunNotActive')
  if (!engines[record.scenario.engine].changesLoad) throw new AppError('LoadNotChangeable')
  const { manualLoad: before } = record
  if ((load ?? 0) > (before ?? 0)) {
    await reserveFor(run, { load, before }, clusters)
    // The run may have ended meanwhile.
    if (!run.isActive) throw new AppError('RunNotActive')
    return run.changeLoad(load, by)
  }
  run.changeLoad(load, by)
  // A reservation that cannot be reduced now, e.g. with an expired licence, is released at the end of the run.
  await reserveFor(run, { load, before }, clusters).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause
  })
}

/** Reserves the number of users that the manual load needs, at least the planned number. */
async function reserveFor(
  { record, machines }: ActiveRun,
  { load, before }: { readonly load: number | null; readonly before: number | null },
  clusters: Clusters,
): Promise<void> {
  const { drive, loadModel } = record.scenario
  if (drive !== 'users') return
  const planned = Math.ceil(peak(loadModel))
  const users = Math.max(planned, load ?? 0)
  if (users === Math.max(planned, before ?? 0)) return
  const driving = machines.active().filter(machine => machine.shares.length > 0)
  if (driving.length === 0) return
  const allotted = (all: number) =>
    driving.map(machine => ({
      id: machine.agentId,
      users: sum(machine.shares, share => usersOf(share, all)),
    }))
  await clusters.raise({ runId: record.id, users, allotted })
}
