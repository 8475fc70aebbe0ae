/** Machines on the administrator's home page: which are listed, in which order, and counts of all; pure. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { maxListedMachines } from '@pone/contract/calls/system.ts'
import { isDiskLow } from '@pone/contract/disk-room.ts'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { isMissing, isOutdated } from './installation-conditions.ts'

type Overview = OutputOf<Calls['system']['overview']>

/** Those that need attention first, then the busiest; `version` is the server's. */
export function listedMachines(machines: readonly LoadMachine[], version: string): Overview['machines'] {
  const rankOf = (machine: LoadMachine): number => {
    if (isMissing(machine)) return 0
    if (machine.disk !== undefined && isDiskLow(machine.disk)) return 1
    return isOutdated(machine, version) ? 2 : 3
  }
  return machines
    .toSorted(
      (a, b) => rankOf(a) - rankOf(b) || b.runs.length - a.runs.length || a.name.localeCompare(b.name),
    )
    .slice(0, maxListedMachines)
    .map(machine => ({
      name: machine.name,
      isOnline: machine.isOnline,
      isInService: machine.isInService,
      version: machine.version,
      isOutdated: isOutdated(machine, version),
      runs: machine.runs.length,
      cpu01: machine.cpu01,
      disk: machine.disk ?? null,
      maxUsers: machine.maxUsers,
      remainingUsers: machine.remainingUsers,
    }))
}

export function countsOf(machines: readonly LoadMachine[], version: string): Overview['machineCounts'] {
  const online = machines.filter(({ isOnline }) => isOnline)
  return {
    total: machines.length,
    online: online.length,
    busy: machines.filter(({ runs }) => runs.length > 0).length,
    outdated: machines.filter(machine => isOutdated(machine, version)).length,
    maxUsers: online.reduce((sum, { maxUsers }) => sum + maxUsers, 0),
    remainingUsers: online.reduce((sum, { remainingUsers }) => sum + remainingUsers, 0),
  }
}
