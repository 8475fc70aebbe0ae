/** One iteration of a user through its component, with the work before and after its steps. */
import { toldCause } from '@pone/contract/told-cause.ts'
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { Flow } from './compiled-component.ts'
import type { VirtualUser } from './virtual-user.ts'

/** How an iteration ended: like a step, with 'next' as the normal end; `onStopTest` receives the reason when a step requests the end of the test. */
export async function runIteration(
  user: VirtualUser,
  onStopTest: (reason: string) => void = () => undefined,
): Promise<Flow> {
  if (user.lacksRows(true)) {
    await user.awaitRows(true)
    if (user.mustHalt) return 'halt'
  }
  if (!beginIteration(user)) return 'stopUser'
  const turnsBefore = user.turns
  const flow = endIteration(user, await user.component.body.run(user), onStopTest)
  if (user.turns === turnsBefore) await user.yieldTurn()
  return flow
}

/** The work before the steps; false when the user must end instead. */
export function beginIteration(user: VirtualUser): boolean {
  const { document } = user.component
  const isNewPerson = user.iteration === 0 || !document.threadGroup.reuseThreads
  if (!user.beginIteration(isNewPerson)) {
    reportRowsUsedUp(user)
    return false
  }
  return true
}

/** The work after the steps, which ended with `flow`; returns what follows the iteration. */
export function endIteration(user: VirtualUser, flow: Flow, onStopTest: (reason: string) => void): Flow {
  user.environment.observer.iterationEnded(user)
  if (user.usedUp !== null) reportRowsUsedUp(user)
  if (flow === 'stopTest') onStopTest(user.stopReason)
  return flow === 'nextLoop' ? 'next' : flow
}

/** Counts a user that ends because a parameter has no row left, as an error of its own code. */
function reportRowsUsedUp(user: VirtualUser): void {
  const { environment, component, usedUp } = user
  const message = toldCause('noRowLeft', { parameter: usedUp?.title ?? '' })
  environment.observer.fault(
    user,
    { id: '', label: -1, name: component.name },
    { code: 'rowsUsedUp', message },
  )
}

/** Minimum time between the starts of two iterations, ms; 0 = none. */
export function pacingMs({ pacing }: RunSettings): number {
  if (pacing.mode === 'fixed') return pacing.durationMs
  if (pacing.mode === 'random') {
    return pacing.fromMs + Math.random() * Math.max(0, pacing.toMs - pacing.fromMs)
  }
  return 0
}
