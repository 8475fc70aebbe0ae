/** Clusters that a project creates from machines that are public or assigned to it. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { LoadMachine, ProjectClusterFields } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ClusterRepository, ClusterRow } from './cluster.repository.ts'
import type { ClusterAdminRepository } from './cluster-admin.repository.ts'
import { assertOffline, namingFaults, withNewcomers } from './cluster-admin.service.ts'
import { describeMachine, fleetState } from './fleet.ts'
import type { MachineRepository } from './machine.repository.ts'

type GivenFields = Pick<InputOf<Calls['projectCluster']['edit']>, 'name' | 'engine' | 'machineIds'>

export interface ProjectClusterService {
  /** Machines that the project may add to its clusters, by name. */
  machines(projectId: string): Promise<LoadMachine[]>
  /** @throws AppError NotFound */
  get(projectId: string, id: string): Promise<ProjectClusterFields>
  /** @throws AppError NotFound, NameExists */
  create(projectId: string, fields: ProjectClusterFields): Promise<string>
  /** Omitted fields keep their value. @throws AppError NotFound, NameExists */
  edit(projectId: string, id: string, given: GivenFields, seenMachineIds?: readonly string[]): Promise<void>
  /** @throws AppError NotFound, ClusterNotOffline */
  delete(projectId: string, id: string): Promise<void>
}

export function createProjectClusterService(deps: {
  repository: ClusterAdminRepository
  clusters: ClusterRepository
  machines: MachineRepository
  link: Pick<AgentLink, 'onlineMachines' | 'isOnline'>
  now: () => number
}): ProjectClusterService {
  const { repository, clusters, machines, link, now } = deps

  const find = async (projectId: string, id: string): Promise<ClusterRow> => {
    const row = await repository.find(id)
    if (row === undefined || row.project_id !== projectId) throw new AppError('NotFound', { what: 'cluster' })
    return row
  }
  const machinesOf = async (id: string) => (await clusters.machinesOf([id])).get(id) ?? []
  const assertAllotted = async (projectId: string, machineIds: readonly string[]): Promise<void> => {
    const allotted = new Set((await machines.allottedTo(projectId)).map(row => row.id))
    if (machineIds.some(id => !allotted.has(id))) throw new AppError('NotFound', { what: 'loadMachine' })
  }

  return {
    machines: async projectId => {
      const [rows, reserved] = await Promise.all([machines.allottedTo(projectId), clusters.reservations()])
      const state = fleetState(link.onlineMachines(), reserved, { projectId })
      return rows.map(row => describeMachine(row, state))
    },
    get: async (projectId, id) => {
      const { name, engine } = await find(projectId, id)
      return { name, engine, machineIds: (await machinesOf(id)).map(row => row.id) }
    },
    create: async (projectId, fields) => {
      await assertAllotted(projectId, fields.machineIds)
      const { name, engine } = fields
      const row = {
        id: randomUUID(),
        name,
        engine,
        is_public: false,
        project_id: projectId,
        created_at: now(),
      }
      await namingFaults(name, () =>
        repository.insert(row, { machineIds: fields.machineIds, projectIds: [] }),
      )
      return row.id
    },
    edit: async (projectId, id, { name, engine: chosen, machineIds: wanted }, seenMachineIds) => {
      const stored = await find(projectId, id)
      await assertAllotted(projectId, wanted ?? [])
      const engine = chosen ?? stored.engine
      const standing = await machinesOf(id)
      const machineIds =
        wanted === undefined ? standing.map(row => row.id) : withNewcomers(wanted, standing, seenMachineIds)
      await namingFaults(name, () => repository.update(id, { name, engine }, { machineIds, projectIds: [] }))
    },
    delete: async (projectId, id) => {
      const { name } = await find(projectId, id)
      const standing = await machinesOf(id)
      assertOffline({ name, machines: standing.map(row => ({ isOnline: link.isOnline(row.id) })) })
      await repository.delete(id)
    },
  }
}
