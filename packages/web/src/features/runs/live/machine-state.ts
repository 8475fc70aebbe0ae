/** Whether a load machine keeps up while it runs; pure. */
import type { RunLive } from '@pone/contract/entities/run.ts'
import { busyLimits } from '@pone/metrics/machine-health.ts'
import { overloadLimits } from '@pone/metrics/overload.ts'

export type MachineState = 'offline' | 'overloaded' | 'busy' | 'online'

/** overloaded: the engine itself has too much to do; busy: other processes of the machine have. What is not measured is within its limit. */
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
