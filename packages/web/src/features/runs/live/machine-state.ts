/** Whether a load machine keeps up during the run; pure. */
import type { RunLive } from '@pone/contract/entities/run.ts'
import { busyLimits } from '@pone/metrics/machine-health.ts'
import { overloadLimits } from '@pone/metrics/overload.ts'

export type MachineState = 'offline' | 'overloaded' | 'busy' | 'online'

/** overloaded: the engine itself exceeds a limit; busy: other processes of the machine do. A value that is not measured counts as within its limit. */
export function machineState(
  machine: Pick<RunLive['machines'][number], 'isOnline' | 'eventLoopDelayMs' | 'cpu01' | 'hostCpu01'>,
): MachineState {
  const isAbove = (value: number | null, limit: number) => value !== null && value > limit
  if (!machine.isOnline) return 'offline'
  if (
    isAbove(machine.eventLoopDelayMs, overloadLimits.eventLoopDelayMs) ||
    isAbove(machine.cpu01, overloadLimits.cpu01)
  )
    return 'overloaded'
  return isAbove(machine.hostCpu01, busyLimits.hostCpu01) ? 'busy' : 'online'
}
