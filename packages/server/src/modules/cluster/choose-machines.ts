/** Which machines of a cluster get how many users of a run, or why they cannot, with figures; pure. */
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Allotment, allot } from './capacity.ts'
import { isAble } from './fleet.ts'
import { sum } from './sum.ts'

/** @throws AppError NoMachineOnline, NoMachineInService, ScriptsExceeded, CapacityExceeded, CapacityBehindScripts, OneMachineExceeded */
export function chooseMachines(wanted: {
  cluster: string
  machines: readonly LoadMachine[]
  users: number
  /** Every selected machine executes all of them. */
  scripts: number
  /** Whether all users must be on the same machine. */
  isOneMachine?: boolean | undefined
}): Allotment[] {
  const { cluster, machines, users, scripts, isOneMachine = false } = wanted
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
  return isOneMachine ? allot(users, [roomiest(roomy, { cluster, users })]) : allot(users, roomy)
}

/** @throws AppError OneMachineExceeded when even the machine with the most free capacity is too small */
function roomiest(
  machines: readonly LoadMachine[],
  { cluster, users }: { cluster: string; users: number },
): LoadMachine {
  const [most] = machines.toSorted((a, b) => b.remainingUsers - a.remainingUsers)
  const remaining = most?.remainingUsers ?? 0
  if (most !== undefined && users <= remaining) return most
  throw new AppError('OneMachineExceeded', { wanted: users, cluster, remaining, missing: users - remaining })
}
