/** Calls for the administration of clusters, and for clusters of projects. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Cluster, ClusterFields } from '@pone/contract/entities/cluster.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ClusterAdminService } from './cluster-admin.service.ts'
import type { ProjectClusterService } from './project-cluster.service.ts'

export function clusterApi(clusters: ClusterAdminService): Handlers<Calls['cluster']> {
  return {
    list: query => clusters.list(query),
    choices: () => clusters.choices(),
    controllers: () => clusters.controllers(),
    create: async (fields, caller) => {
      caller.audit.target(fields.name)
      caller.audit.after(fields)
      return { id: await clusters.create(fields) }
    },
    edit: async ({ id, seenMachineIds, ...given }, caller) => {
      const { name, engine, isPublic, projects, machines, controller } = await clusters.get(id)
      const before: ClusterFields = {
        name,
        engine,
        isPublic,
        projectIds: projects.map(project => project.id),
        machineIds: machines.map(machine => machine.id),
        controllerId: controller?.id ?? null,
      }
      const fields = changedBy(before, given)
      caller.audit.target(name)
      caller.audit.before(before)
      caller.audit.after(fields)
      await clusters.edit(id, fields, given.machineIds === undefined ? before.machineIds : seenMachineIds)
      return {}
    },
    delete: async ({ id }, caller) => {
      const before = await clusters.get(id)
      caller.audit.target(before.name)
      caller.audit.before(before)
      await clusters.delete(id)
      return {}
    },
  }
}

export function projectClusterApi(deps: {
  service: ProjectClusterService
  clustersFor: (projectId: string) => Promise<Cluster[]>
}): Handlers<Calls['projectCluster']> {
  const { service } = deps
  return {
    list: ({ projectId }) => deps.clustersFor(projectId),
    machines: ({ projectId }) => service.machines(projectId),
    create: async ({ projectId, ...fields }, caller) => {
      caller.audit.target(fields.name)
      caller.audit.after(fields)
      return { id: await service.create(projectId, fields) }
    },
    edit: async ({ projectId, id, seenMachineIds, ...given }, caller) => {
      const before = await service.get(projectId, id)
      const fields = changedBy(before, given)
      caller.audit.target(before.name)
      caller.audit.before(before)
      caller.audit.after(fields)
      await service.edit(projectId, id, given, seenMachineIds)
      return {}
    },
    delete: async ({ projectId, id }, caller) => {
      const before = await service.get(projectId, id)
      caller.audit.target(before.name)
      caller.audit.before(before)
      await service.delete(projectId, id)
      return {}
    },
  }
}
