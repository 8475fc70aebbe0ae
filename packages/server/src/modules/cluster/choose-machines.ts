/** Which machines of a cluster take how many users of a run, or why they cannot, with the figures; pure. */
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Allotment, allot } from './capacity.ts'
import { isAble } from './fleet.ts'
import { sum } from './sum.ts'

/** @throws AppError NoMachineOnline, NoMachineInService, ScriptsExceeded, CapacityExceeded, CapacityBehindScripts */
export function chooseMachines(wanted: {
  cluster: string
  machines: readonly LoadMachine[]
  users: number
  /** Every chosen machine executes all of them. */
  scripts: number
}): Allotment[] {
  const { cluster, machines, users, scripts } = wanted
  const able = machines.filter(isAble)
  if (able.length === 0) {
    const code = machines.some(machine => machine.isOnline) ? 'NoMachineInService' : 'NoMachineOnline'
    throw new AppError(code, { cluster })
  }
  const roomy = able.filter(machine => machine.remainingScripts >= scripts)
  if (roomy.length === 0) {
    const remaining = Math.max(...able.map(machine => machine.remainingScripts))
    throw new AppError('ScriptsExceeded', {
      wanted: scripts,
      cluster,
      remaining,
      missing: scripts - remaining,
    })
  }
  const remaining = sum(roomy, machine => machine.remainingUsers)
  if (users > remaining) {
    const figures = { wanted: users, cluster, remaining, missing: users - remaining }
    if (users > sum(able, machine => machine.remainingUsers)) throw new AppError('CapacityExceeded', figures)
    throw new AppError('CapacityBehindScripts', { ...figures, full: able.length - roomy.length })
  }
  return allot(users, roomy)
}
