/** Administration of load machines: names, limits, clusters, keys, and whether they accept new runs. */
import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { type Calibration, calibrationSchema } from '@pone/contract/entities/calibration.ts'
import type { AdminMachine, MachineFields } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MachineLine } from '../host/machine-line.ts'
import { type CalibrationService, createCalibrationService } from './calibration.service.ts'
import type { ClusterRepository, MachineRow } from './cluster.repository.ts'
import { namingFaults } from './cluster-admin.service.ts'
import { describeMachine, fleetState } from './fleet.ts'
import type { ClusterOfMachine, MachineRepository } from './machine.repository.ts'
import { pageOfRows } from './page-of-rows.ts'
import { hashOf, newSecret } from './secrets.ts'

type ListQuery = InputOf<Calls['loadMachine']['list']>

export interface MachineService {
  list(query: ListQuery): Promise<OutputOf<Calls['loadMachine']['list']>>
  /** @throws AppError NotFound when one of them is missing */
  getAll(ids: readonly string[]): Promise<AdminMachine[]>
  /** @throws AppError NotFound, NameExists */
  edit(id: string, fields: MachineFields): Promise<void>
  /** @throws AppError NotFound */
  move(ids: readonly string[], clusterId: string): Promise<void>
  /** @throws AppError NotFound */
  setService(ids: readonly string[], isInService: boolean): Promise<void>
  /** @throws AppError NotFound, KeyRevoked, MachineOffline, KeyChanging */
  rotateKey(id: string): Promise<void>
  /** @throws AppError NotFound */
  revokeKey(id: string): Promise<void>
  /** Resolves at the end of the calibration. @throws AppError NotFound, CalibrationBusy, CalibrationCancelled, CalibrationFailed */
  calibrate(id: string): Promise<Calibration>
  /** @throws AppError NotFound */
  cancelCalibration(id: string): Promise<void>
  /** @throws AppError NotFound, MachineNotOffline */
  delete(ids: readonly string[]): Promise<void>
}

/** A key not confirmed within this time will never be: the agent's version does not know the message, ms. */
const keyPatienceMs = 60_000

interface MachineServiceDeps {
  readonly repository: MachineRepository
  readonly clusters: ClusterRepository
  readonly link: Pick<AgentLink, 'onlineMachines' | 'isOnline' | 'send' | 'cut'>
  /** Queries to machines. */
  readonly line: MachineLine
  readonly now: () => number
}

export function createMachineService(deps: MachineServiceDeps): MachineService {
  const { repository, now } = deps
  const calibrations = createCalibrationService({
    line: deps.line,
    keep: (id, calibration) => repository.update([id], { calibration: JSON.stringify(calibration) }),
    now,
  })
  return {
    ...machineViews(deps, calibrations),
    ...machineEdits(deps, calibrations),
    ...machineKeys(deps),
    ...machineCalibrations(deps, calibrations),
  }
}

/** Machines for the administration pages. */
function machineViews(
  deps: Pick<MachineServiceDeps, 'clusters' | 'repository' | 'link' | 'now'>,
  calibrations: CalibrationService,
): Pick<MachineService, 'list' | 'getAll'> {
  const { clusters } = deps

  return {
    list: async query => {
      const all = await describeAll(deps, calibrations, await clusters.allMachines())
      return pageOfRows(
        all.filter(machine => isMatch(machine, query)),
        query,
        sortKeys[query.sort],
      )
    },
    getAll: async ids => describeAll(deps, calibrations, await rowsOf(deps, ids)),
  }
}

/** Changes of machines. */
function machineEdits(
  deps: Pick<MachineServiceDeps, 'clusters' | 'repository' | 'link' | 'now'>,
  calibrations: CalibrationService,
): Pick<MachineService, 'edit' | 'move' | 'setService' | 'delete'> {
  const { repository, link, clusters } = deps
  /** Clusters of projects are edited only by the projects. */
  const administrated = async (): Promise<ReadonlySet<string>> => {
    const rows = await clusters.allClusters()
    return new Set(rows.filter(row => row.project_id === null).map(row => row.id))
  }
  const assertAdministrated = async (clusterIds: readonly string[]): Promise<void> => {
    const own = await administrated()
    if (clusterIds.some(id => !own.has(id))) throw new AppError('NotFound', { what: 'cluster' })
  }
  return {
    edit: async (id, { name, maxUsers, maxScripts, ...given }) => {
      const [before] = await describeAll(deps, calibrations, [await rowOf(deps, id)])
      if (before === undefined) throw new AppError('NotFound', { what: 'loadMachine' })
      if (given.clusterIds !== undefined) await assertAdministrated(given.clusterIds)
      const own = await administrated()
      const clusterIds = given.clusterIds ?? idsOf(before.clusters).filter(each => own.has(each))
      const isPublic = given.isPublic ?? before.isPublic
      const projectIds = isPublic ? [] : (given.projectIds ?? idsOf(before.projects))
      const fields = { name, max_users: maxUsers, max_scripts: maxScripts }
      await namingFaults(name, () => repository.edit(id, fields, { clusterIds, isPublic, projectIds }))
    },
    move: async (ids, clusterId) => {
      const rows = await rowsOf(deps, ids)
      await assertAdministrated([clusterId])
      const moved = rows.map(row => row.id)
      await namingFaults('', () => repository.move(moved, clusterId))
    },
    setService: async (ids, isInService) => {
      await rowsOf(deps, ids)
      await repository.update(ids, { is_in_service: isInService })
    },
    delete: async ids => {
      const rows = await rowsOf(deps, ids)
      const online = rows.find(row => link.isOnline(row.id))
      if (online !== undefined) throw new AppError('MachineNotOffline', { machine: online.name })
      await repository.delete(ids)
    },
  }
}

/** Keys that machines authenticate with. */
function machineKeys(
  deps: Pick<MachineServiceDeps, 'repository' | 'link' | 'now'>,
): Pick<MachineService, 'rotateKey' | 'revokeKey'> {
  const { link, now, repository } = deps

  return {
    rotateKey: async id => {
      const row = await rowOf(deps, id)
      const machine = row.name
      if (row.revoked_at !== null) throw new AppError('KeyRevoked', { machine })
      if (!link.isOnline(id)) throw new AppError('MachineOffline', { machine })
      // The agent may already use the unconfirmed key; another one would lock it out.
      if (row.next_key_at !== null && now() - row.next_key_at < keyPatienceMs)
        throw new AppError('KeyChanging', { machine })
      const key = newSecret()
      await repository.update([id], { next_key_hash: hashOf(key), next_key_at: now() })
      link.send(id, { kind: 'renewKey', id: randomUUID(), key })
    },
    revokeKey: async id => {
      await rowOf(deps, id)
      await repository.update([id], { revoked_at: now(), next_key_hash: null, next_key_at: null })
      link.cut(id, 'revoked')
    },
  }
}

/** Calibrations of machines. */
function machineCalibrations(
  deps: Pick<MachineServiceDeps, 'clusters' | 'repository' | 'link' | 'now'>,
  calibrations: CalibrationService,
): Pick<MachineService, 'calibrate' | 'cancelCalibration'> {
  return {
    calibrate: async id => {
      const [machine] = await describeAll(deps, calibrations, [await rowOf(deps, id)])
      if (machine === undefined) throw new AppError('NotFound', { what: 'loadMachine' })
      return calibrations.measure({ ...machine, isBusy: machine.runs.length > 0 })
    },
    cancelCalibration: async id => {
      await rowOf(deps, id)
      await calibrations.cancel(id)
    },
  }
}

const describeAll = async (
  { clusters, repository, link, now }: Pick<MachineServiceDeps, 'clusters' | 'repository' | 'link' | 'now'>,
  calibrations: CalibrationService,
  rows: readonly MachineRow[],
): Promise<AdminMachine[]> => {
  const [reserved, standing, allotted] = await Promise.all([
    clusters.reservations(),
    repository.clustersOfMachines(),
    repository.projectsOfMachines(),
  ])
  const state = fleetState(link.onlineMachines(), reserved, 'administrator')
  const clustersOf = namedByMachine(standing)
  const projectsOf = namedByMachine(allotted)
  return rows.map(row => ({
    ...describeMachine(row, state),
    clusters: clustersOf(row.id),
    isPublic: row.is_public,
    projects: projectsOf(row.id),
    joinedAt: row.joined_at,
    keyChangedAt: row.key_changed_at,
    calibration: calibrationOf(row.calibration),
    isCalibrating: calibrations.isUnderWay(row.id),
    isKeyChanging: row.next_key_at !== null && now() - row.next_key_at < keyPatienceMs,
  }))
}

const rowsOf = async (
  { repository }: Pick<MachineServiceDeps, 'repository'>,
  ids: readonly string[],
): Promise<MachineRow[]> => {
  const wanted = [...new Set(ids)]
  const rows = await repository.findAll(wanted)
  if (rows.length < wanted.length) throw new AppError('NotFound', { what: 'loadMachine' })
  return rows
}

const rowOf = async (deps: Pick<MachineServiceDeps, 'repository'>, id: string): Promise<MachineRow> => {
  const [row] = await rowsOf(deps, [id])
  if (row === undefined) throw new AppError('NotFound', { what: 'loadMachine' })
  return row
}

/** A calibration of another version with another definition is not shown. */
const calibrationOf = (stored: unknown): Calibration | null =>
  calibrationSchema.safeParse(stored).data ?? null

const idsOf = (things: readonly { readonly id: string }[]): string[] => things.map(thing => thing.id)

function namedByMachine(entries: readonly ClusterOfMachine[]) {
  const byMachine = Map.groupBy(entries, each => each.machineId)
  return (id: string) => (byMachine.get(id) ?? []).map(each => ({ id: each.id, name: each.name }))
}

const isInState: Record<ListQuery['state'], (machine: AdminMachine) => boolean> = {
  all: () => true,
  online: machine => machine.isOnline,
  offline: machine => !machine.isOnline,
  running: machine => machine.runs.length > 0,
  idle: machine => machine.isOnline && machine.runs.length === 0,
  outOfService: machine => !machine.isInService,
  revoked: machine => machine.isRevoked,
}

function isMatch(machine: AdminMachine, { search, clusterId, state }: ListQuery): boolean {
  const wanted = search.toLowerCase()
  const { name, host, address, version, system } = machine
  const isInCluster =
    clusterId === 'all' ||
    (clusterId === 'none'
      ? machine.clusters.length === 0
      : machine.clusters.some(cluster => cluster.id === clusterId))
  return (
    isInCluster &&
    isInState[state](machine) &&
    [name, host, address, version, system].some(text => text.toLowerCase().includes(wanted))
  )
}

const sortKeys: Record<ListQuery['sort'], (machine: AdminMachine) => string | number> = {
  name: machine => machine.name,
  since: machine => machine.since,
  cpu: machine => machine.cpu01 ?? -1,
  remainingUsers: machine => machine.remainingUsers,
  maxUsers: machine => machine.maxUsers,
  version: machine => machine.version,
  joinedAt: machine => machine.joinedAt,
}
