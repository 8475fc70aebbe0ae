/** The load of a standalone execution: what the person chose, or the component's thread group within the bounds of one; browser-safe. */

import { maxDebugLoops, maxDebugUsers } from '@pone/schema/limits.ts'
import type { ThreadGroup } from './component.ts'

/** Times in seconds; 0 = none. */
export interface DebugLoad {
  readonly users: number
  readonly loops: number
  readonly rampUpSeconds: number
  readonly durationSeconds: number
  readonly startDelaySeconds: number
}

/** So many users, each so many times, all at once. */
export const plainDebugLoad = (users: number, loops: number): DebugLoad => ({
  users,
  loops,
  rampUpSeconds: 0,
  durationSeconds: 0,
  startDelaySeconds: 0,
})

/** As the thread group says, with at most as many users and loops as a standalone execution shows. */
export function debugLoadOf({ threads, loops, ...times }: ThreadGroup): DebugLoad {
  const { rampUpSeconds, durationSeconds, startDelaySeconds } = times
  return {
    users: Math.min(threads, maxDebugUsers),
    loops: loops === 0 ? maxDebugLoops : Math.min(loops, maxDebugLoops),
    rampUpSeconds,
    durationSeconds,
    startDelaySeconds,
  }
}
