/** Looks every second which schedules are due and begins them; servers that look at once share them out among themselves. */

import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ScheduleService } from './schedule.service.ts'

const lookEveryMs = 1_000
/** How long a schedule that could not be begun is left alone, so that it does not keep the others from beginning. */
const leaveAloneMs = 60_000

export function startScheduleClock(deps: {
  readonly schedules: Pick<ScheduleService, 'fireOne'>
  /** Something has begun. */
  readonly onFired: () => void
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}): Repeated {
  const { now } = deps
  /** Schedules that could not be begun, until when they are left alone. */
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
