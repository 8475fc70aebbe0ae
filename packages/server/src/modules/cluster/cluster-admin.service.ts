/** Administration of clusters: who may use them, their machines, and when they may be deleted. */
import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { AdminCluster, ClusterFields, ControllerInfo } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ClusterRepository, ClusterRow } from './cluster.repository.ts'
import type { ClusterAdminRepository, ClusterMembers } from './cluster-admin.repository.ts'
import type { ControllerDirectory } from './controllers.ts'
import { describeMachine, fleetState, sumUp } from './fleet.ts'
import { type LicenceRoom, withinLicence } from './licensed-room.ts'
import { pageOfRows } from './page-of-rows.ts'

type ListQuery = InputOf<Calls['cluster']['list']>

export interface ClusterAdminService {
  list(query: ListQuery): Promise<OutputOf<Calls['cluster']['list']>>
  choices(): Promise<OutputOf<Calls['cluster']['choices']>>
  controllers(): Promise<ControllerInfo[]>
  /** @throws AppError NotFound */
  get(id: string): Promise<AdminCluster>
  /** @throws AppError NameExists, NotFound */
  create(fields: ClusterFields): Promise<string>
  /** @throws AppError NameExists, NotFound, ClusterOfProject */
  edit(id: string, fields: ClusterFields, seenMachineIds?: readonly string[]): Promise<void>
  /** Includes clusters of projects. @throws AppError NotFound, ClusterNotOffline */
  delete(id: string): Promise<void>
}

export interface ClusterAdminDeps {
  readonly repository: ClusterAdminRepository
  readonly clusters: ClusterRepository
  readonly link: Pick<AgentLink, 'onlineMachines'>
  readonly controllers: ControllerDirectory
  readonly licenceRoom: () => Promise<LicenceRoom>
  readonly now: () => number
  /** Called before a cluster is deleted, so that its external resources are deleted too; an error prevents the deletion. */
  readonly beforeDelete?: ((id: string) => Promise<void>) | undefined
}

export function createClusterAdminService(deps: ClusterAdminDeps): ClusterAdminService {
  return { ...clusterViews(deps), ...clusterEdits(deps) }
}

/** Clusters for the administration pages. */
function clusterViews(
  deps: Pick<ClusterAdminDeps, 'clusters' | 'repository' | 'controllers' | 'licenceRoom' | 'link'>,
): Pick<ClusterAdminService, 'list' | 'choices' | 'controllers' | 'get'> {
  const { clusters, repository, controllers, link } = deps

  return {
    list: async query => {
      const all = await describeAll(deps, await clusters.allClusters())
      return pageOfRows(
        all.filter(cluster => isMatch(cluster, query)),
        query,
        sortKeys[query.sort],
      )
    },
    choices: async () => {
      const [projects, machines, rows, known] = await Promise.all([
        repository.projects(),
        clusters.allMachines(),
        clusters.allClusters(),
        controllers.list(),
      ])
      const online = new Set(link.onlineMachines().map(machine => machine.agentId))
      return {
        projects,
        machines: machines.map(({ id, name }) => ({ id, name, isOnline: online.has(id) })),
        clusters: rows.filter(row => row.project_id === null).map(named),
        controllers: known.map(({ id, name }) => ({ id, name })),
      }
    },
    controllers: () => controllers.list(),
    get: id => get(deps, id),
  }
}

/** Changes of clusters. */
function clusterEdits(
  deps: Pick<
    ClusterAdminDeps,
    'controllers' | 'now' | 'repository' | 'clusters' | 'licenceRoom' | 'link' | 'beforeDelete'
  >,
): Pick<ClusterAdminService, 'create' | 'edit' | 'delete'> {
  const { now, repository, controllers } = deps
  const assertController = async (id: string | null): Promise<void> => {
    if (id === null) return
    const known = await controllers.list()
    if (!known.some(each => each.id === id)) throw new AppError('NotFound', { what: 'controller' })
  }
  return {
    create: async fields => {
      await assertController(fields.controllerId)
      const id = randomUUID()
      const row = { id, created_at: now(), ...columnsOf(fields) }
      await namingFaults(fields.name, () => repository.insert(row, membersOf(fields)))
      return id
    },
    edit: async (id, fields, seenMachineIds) => {
      const { owner, name, controller, machines } = await get(deps, id)
      if (owner !== null) throw new AppError('ClusterOfProject', { cluster: name, project: owner.name })
      // A controller that no longer exists may stay selected.
      if (fields.controllerId !== controller?.id) await assertController(fields.controllerId)
      await namingFaults(fields.name, () =>
        repository.update(id, columnsOf(fields), {
          ...membersOf(fields),
          machineIds: withNewcomers(fields.machineIds, machines, seenMachineIds),
        }),
      )
    },
    delete: async id => {
      assertOffline(await get(deps, id))
      await deps.beforeDelete?.(id)
      await repository.delete(id)
    },
  }
}

const describeAll = async (
  deps: Pick<ClusterAdminDeps, 'clusters' | 'repository' | 'controllers' | 'licenceRoom' | 'link'>,
  rows: readonly ClusterRow[],
): Promise<AdminCluster[]> => {
  const [machinesOf, reserved, assignments, owners, known, makers, licence] = await Promise.all([
    deps.clusters.machinesOf(rows.map(row => row.id)),
    deps.clusters.reservations(),
    deps.repository.assignments(),
    deps.repository.owners(),
    deps.controllers.list(),
    deps.clusters.makers(),
    deps.licenceRoom(),
  ])
  const state = fleetState(deps.link.onlineMachines(), reserved, 'administrator')
  const projectsOf = Map.groupBy(assignments, each => each.clusterId)
  const ownerOf = new Map(owners.map(each => [each.clusterId, named(each)]))
  return rows.map(row => {
    const machines = (machinesOf.get(row.id) ?? []).map(each => describeMachine(each, state))
    const projects = (projectsOf.get(row.id) ?? []).map(named)
    const owner = ownerOf.get(row.id) ?? null
    const runIds = machines.flatMap(({ id }) => (state.reserved.get(id) ?? []).map(run => run.runId))
    return {
      id: row.id,
      name: row.name,
      engine: row.engine,
      isPublic: row.is_public,
      makesMachines: makers.has(row.id),
      ...withinLicence(sumUp(machines), licence),
      assignment: row.is_public
        ? 'public'
        : owner !== null || projects.length > 0
          ? 'assigned'
          : 'unassigned',
      projects,
      owner,
      controller: controllerOf(row.controller_id, known),
      machines: machines.map(({ id, name, isOnline }) => ({ id, name, isOnline })),
      onlineMachines: machines.filter(machine => machine.isOnline).length,
      activeRuns: new Set(runIds).size,
      isLocal: row.is_local,
      createdAt: row.created_at,
    }
  })
}

const find = async (
  { repository }: Pick<ClusterAdminDeps, 'repository'>,
  id: string,
): Promise<ClusterRow> => {
  const row = await repository.find(id)
  if (row === undefined) throw new AppError('NotFound', { what: 'cluster' })
  return row
}

const get = async (
  deps: Pick<ClusterAdminDeps, 'clusters' | 'repository' | 'controllers' | 'licenceRoom' | 'link'>,
  id: string,
): Promise<AdminCluster> => {
  const [cluster] = await describeAll(deps, [await find(deps, id)])
  if (cluster === undefined) throw new AppError('NotFound', { what: 'cluster' })
  return cluster
}

/** The machines of the form, and those in the cluster that the form did not know of. */
export function withNewcomers(
  wanted: readonly string[],
  present: readonly { readonly id: string }[],
  seen: readonly string[] | undefined,
): string[] {
  if (seen === undefined) return [...wanted]
  const known = new Set([...wanted, ...seen])
  return [...wanted, ...present.map(machine => machine.id).filter(id => !known.has(id))]
}

/** @throws AppError ClusterNotOffline */
export function assertOffline(cluster: { name: string; machines: readonly { isOnline: boolean }[] }): void {
  const online = cluster.machines.filter(machine => machine.isOnline).length
  if (online > 0) throw new AppError('ClusterNotOffline', { cluster: cluster.name, online })
}

/** Converts database errors to catalogue errors. @throws AppError NameExists, NotFound */
export async function namingFaults<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
    if (isForeignKeyViolation(cause)) throw new AppError('NotFound', { what: memberOf(cause) }, { cause })
    throw cause
  }
}

/** The kind of entity that a violated foreign key refers to. */
function memberOf(cause: unknown): string {
  const constraint = cause instanceof Error && 'constraint' in cause ? String(cause.constraint) : ''
  if (constraint.endsWith('machine_id_fkey')) return 'loadMachine'
  return constraint.endsWith('project_id_fkey') ? 'project' : 'cluster'
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
const columnsOf = ({ name, engine, isPublic, controllerId }: ClusterFields) => ({
  name,
  engine,
  is_public: isPublic,
  controller_id: controllerId,
})
const membersOf = ({ machineIds, projectIds, isPublic }: ClusterFields): ClusterMembers => ({
  machineIds,
  projectIds: isPublic ? [] : projectIds,
})

function controllerOf(id: string | null, known: readonly ControllerInfo[]): AdminCluster['controller'] {
  if (id === null) return null
  const found = known.find(each => each.id === id)
  return { id, name: found?.name ?? id, isOnline: found?.isOnline ?? false }
}

function isMatch(cluster: AdminCluster, { search, engine, state, assignment }: ListQuery): boolean {
  const wanted = search.toLowerCase()
  const names = [cluster.name, cluster.owner?.name ?? '', ...cluster.projects.map(project => project.name)]
  return (
    names.some(name => name.toLowerCase().includes(wanted)) &&
    (engine === 'all' || cluster.engine === engine) &&
    (state === 'all' || cluster.isOnline === (state === 'online')) &&
    (assignment === 'all' || cluster.assignment === assignment)
  )
}

const sortKeys: Record<ListQuery['sort'], (cluster: AdminCluster) => string | number> = {
  name: cluster => cluster.name,
  createdAt: cluster => cluster.createdAt,
  machines: cluster => cluster.machines.length,
  remainingUsers: cluster => cluster.remainingUsers,
  maxUsers: cluster => cluster.maxUsers,
}
