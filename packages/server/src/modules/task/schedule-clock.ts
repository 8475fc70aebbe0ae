/** Polls every second for due schedules and starts them; each is started by exactly one server. */

import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ScheduleService } from './schedule.service.ts'

const lookEveryMs = 1_000
/** How long a schedule whose start failed is skipped, so that it does not block the others. */
const leaveAloneMs = 60_000

export function startScheduleClock(deps: {
  readonly schedules: Pick<ScheduleService, 'fireOne'>
  /** Called when a schedule has fired. */
  readonly onFired: () => void
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}): Repeated {
  const { now } = deps
  /** Schedules whose start failed, and until when they are skipped. */
  const leftAlone = new Map<string, number>()

  const fireAll = async (): Promise<void> => {
    for (const [id, until] of leftAlone) if (until <= now()) leftAlone.delete(id)
    for (;;) {
      const taken: { id: string | null } = { id: null }
      try {
        const isFired = await deps.schedules.fireOne([...leftAlone.keys()], id => {
          taken.id = id
        })
        if (!isFired) return
        deps.onFired()
      } catch (cause) {
        if (taken.id === null) throw cause
        leftAlone.set(taken.id, now() + leaveAloneMs)
        deps.onFailure(`schedule ${taken.id}`, cause)
      }
    }
  }
  return repeatedly(fireAll, lookEveryMs, cause => deps.onFailure('schedules', cause))
}
