/** The numbers on the tabs of the live page: how much failed, not how many rows the tab has; pure. */
import type { LiveRun } from '../live-model.ts'
import { machineState } from './machine-state.ts'

export interface TabBadges {
  /** Failed requests; where only other samples failed, those. */
  readonly errors: number
  /** Rules that are broken. */
  readonly sla: number
  /** Machines that are lost, overloaded or busy. */
  readonly machines: number
}

export const tabBadges = ({
  total,
  errors,
  sla,
  machines,
}: Pick<LiveRun, 'total' | 'errors' | 'sla' | 'machines'>): TabBadges => ({
  errors: total.failed > 0 ? total.failed : errors.reduce((sum, { count }) => sum + count, 0),
  sla: sla.filter(({ state }) => state === 'broken').length,
  machines: machines.filter(machine => machineState(machine) !== 'online').length,
})
