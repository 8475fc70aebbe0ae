/** Changes the load of an active run by hand, with reservations that match it. */
import { AppError } from '@pone/contract/errors.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import type { ActiveRun } from '@pone/run-control/active-run.ts'
import { loadOrderOf } from '@pone/run-control/load-order-of.ts'
import { usersOf } from '@pone/run-control/share-cut.ts'
import type { ClusterService } from '../cluster/cluster.service.ts'
import { sum } from '../cluster/sum.ts'
import type { LoadWish } from '../run/run.service.ts'

interface LoadChangeDeps {
  readonly clusters: Pick<ClusterService, 'raise'>
  readonly runs: { readonly plan: (id: string) => Promise<RunPlan | null> }
  readonly now: () => number
}

/**
 * `load` null restores the planned load, at once.
 * @throws AppError RunNotActive also while the run is being stopped, RunMachinesExceeded, LoadNotChangeable, LoadNotWhole, CapacitySetsLoad, LoadPartsNotPossible, LoadPartsMismatch, LicenceExceeded and others of the licence
 */
export async function changeLoad(
  run: ActiveRun,
  { by, ...wish }: LoadWish & { readonly by: string },
  deps: LoadChangeDeps,
): Promise<void> {
  const { record } = run
  const assertActive = () => {
    if (record.state !== 'running' || record.stopCause !== null) throw new AppError('RunNotActive')
  }
  assertActive()
  if (!engines[record.scenario.engine].changesLoad) throw new AppError('LoadNotChangeable')
  if (record.scenario.drive === 'users' && !isWhole(wish)) throw new AppError('LoadNotWhole')
  const components = (await deps.runs.plan(record.id))?.components ?? []
  if (record.capacity !== null) throw new AppError('CapacitySetsLoad')
  const parts = partsOf(run, wish, components)
  const wanted = parts === null ? wish.load : sum(parts, part => part)
  const before = reservedFor(record.loadOrder)
  const percentages = components.map(({ percentage }) => percentage)
  const order = () =>
    wanted === null
      ? null
      : loadOrderOf(record, { ...wish, load: wanted, parts }, { percentages, now: deps.now() })
  const names = components.map(({ name }) => name)
  const users = reservedFor(order())
  if (users > before) {
    await reserveFor(run, { users, before }, deps.clusters)
    // The run may have ended meanwhile.
    assertActive()
    return run.changeLoad(order(), by, names)
  }
  assertActive()
  run.changeLoad(order(), by, names)
  // A reservation that cannot be reduced now, e.g. with an expired licence, is released at the end of the run.
  await reserveFor(run, { users, before }, deps.clusters).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause
  })
}

const isWhole = ({ load, components }: LoadWish): boolean =>
  [load ?? 0, ...(components ?? []).map(part => part.load)].every(Number.isInteger)

/** The load of each component in the order of the plan; null where only the total is given. */
function partsOf({ record }: ActiveRun, wish: LoadWish, components: RunPlan['components']): number[] | null {
  if (wish.components === null) return null
  if (record.scenario.loadModel.kind === 'concurrency') throw new AppError('LoadPartsNotPossible')
  const loads = new Map(wish.components.map(({ componentId, load }) => [componentId, load]))
  const parts = components.flatMap(({ id }) => loads.get(id) ?? [])
  if (parts.length !== components.length || loads.size !== components.length)
    throw new AppError('LoadPartsMismatch', { count: components.length })
  return parts
}

/** The most users of an order: on the way down, those that it begins with. */
const reservedFor = (order: LoadOrder | null): number =>
  order === null ? 0 : Math.max(order.load, order.rampMs > 0 ? Math.ceil(order.from) : 0)

/** Reserves the number of users that the manual load needs, at least the planned number. */
async function reserveFor(
  { record, machines }: ActiveRun,
  { users: wanted, before }: { readonly users: number; readonly before: number },
  clusters: LoadChangeDeps['clusters'],
): Promise<void> {
  const { drive, loadModel } = record.scenario
  if (drive !== 'users') return
  const planned = Math.ceil(peak(loadModel))
  const users = Math.max(planned, wanted)
  if (users === Math.max(planned, before)) return
  const driving = machines.active().filter(machine => machine.shares.length > 0)
  if (driving.length === 0) return
  const allotted = (all: number) =>
    driving.map(machine => ({
      id: machine.agentId,
      users: sum(machine.shares, share => usersOf(share, all)),
    }))
  await clusters.raise({ runId: record.id, users, allotted })
}
