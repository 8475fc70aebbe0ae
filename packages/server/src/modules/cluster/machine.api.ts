/** Calls for the administration of load machines and of join tokens. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { JoinTokenService } from './join-token.service.ts'
import type { MachineService } from './machine.service.ts'

const longestTarget = 200

export function machineApi(machines: MachineService): Handlers<Calls['loadMachine']> {
  return {
    list: query => machines.list(query),
    edit: async ({ id, ...fields }, caller) => {
      const [before] = await machines.getAll([id])
      caller.audit.target(before?.name ?? '')
      caller.audit.before(before && fieldsOf(before))
      caller.audit.after(fields)
      await machines.edit(id, fields)
      return {}
    },
    move: async ({ ids, clusterId }, caller) => {
      const before = await machines.getAll(ids)
      caller.audit.target(names(before))
      caller.audit.before(before.map(({ name, clusters }) => ({ name, clusters })))
      caller.audit.after({ clusterId })
      await machines.move(ids, clusterId)
      return {}
    },
    setService: async ({ ids, isInService }, caller) => {
      caller.audit.target(names(await machines.getAll(ids)))
      caller.audit.after({ isInService })
      await machines.setService(ids, isInService)
      return {}
    },
    calibrate: async ({ id }, caller) => {
      caller.audit.target(names(await machines.getAll([id])))
      const calibration = await machines.calibrate(id)
      caller.audit.after(calibration)
      return calibration
    },
    cancelCalibration: async ({ id }, caller) => {
      caller.audit.target(names(await machines.getAll([id])))
      await machines.cancelCalibration(id)
      return {}
    },
    rotateKey: async ({ id }, caller) => {
      caller.audit.target(names(await machines.getAll([id])))
      await machines.rotateKey(id)
      return {}
    },
    revokeKey: async ({ id }, caller) => {
      caller.audit.target(names(await machines.getAll([id])))
      await machines.revokeKey(id)
      return {}
    },
    delete: async ({ ids }, caller) => {
      const before = await machines.getAll(ids)
      caller.audit.target(names(before))
      caller.audit.before(before.map(machine => ({ id: machine.id, ...fieldsOf(machine) })))
      await machines.delete(ids)
      return {}
    },
  }
}

export function joinTokenApi(tokens: JoinTokenService): Handlers<Calls['joinToken']> {
  return {
    list: () => tokens.list(),
    create: async (fields, caller) => {
      caller.audit.target(fields.name)
      caller.audit.after(fields)
      return tokens.create({ ...fields, by: caller.user.account })
    },
    revoke: async ({ id }, caller) => {
      caller.audit.target(await tokens.revoke(id))
      return {}
    },
  }
}

/** A call may concern many machines; the operation record lists as many as fit. */
function names(machines: readonly AdminMachine[]): string {
  const all = machines.map(machine => machine.name).join(', ')
  return all.length <= longestTarget ? all : `${all.slice(0, longestTarget)}… (${machines.length})`
}

const fieldsOf = ({ name, maxUsers, maxScripts, clusters, isPublic, projects }: AdminMachine) => ({
  name,
  maxUsers,
  maxScripts,
  clusterIds: clusters.map(cluster => cluster.id),
  isPublic,
  projectIds: projects.map(project => project.id),
})
