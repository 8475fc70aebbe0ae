/** One pass of a user through its component, with what comes before and after. */
import type { RunSettings } from '@pone/contract/entities/component/run-settings.ts'
import type { Flow } from './steps/step.ts'
import type { VirtualUser } from './virtual-user.ts'

/** How an iteration ended: like a step, 'next' standing for the normal end; `onStopTest` hears why a step wants the test to end. */
export async function runIteration(
  user: VirtualUser,
  onStopTest: (reason: string) => void = () => undefined,
): Promise<Flow> {
  const { document, body, name } = user.component
  const { observer } = user.environment
  const isNewPerson = user.iteration === 0 || !document.threadGroup.reuseThreads
  if (!user.beginIteration(isNewPerson)) {
    observer.log('info', name, `user ${user.index + 1} ends: a parameter has no row left`)
    return 'stopUser'
  }
  if (document.settings.clearCookiesEachIteration) user.session.clearCookies()
  if (document.settings.clearCacheEachIteration) user.session.clearCache()
  if (document.settings.dns === 'iteration') user.session.forgetNames()
  const turnsBefore = user.turns
  const flow = await body.run(user)
  observer.iterationEnded(user)
  if (user.turns === turnsBefore) await user.yieldTurn()
  if (flow === 'stopTest') onStopTest(user.stopReason)
  return flow === 'nextLoop' ? 'next' : flow
}

/** Time that has to lie between the starts of two iterations, ms; 0 = none. */
export function pacingMs({ pacing }: RunSettings): number {
  if (pacing.mode === 'fixed') return pacing.durationMs
  if (pacing.mode === 'random') {
    return pacing.fromMs + Math.random() * Math.max(0, pacing.toMs - pacing.fromMs)
  }
  return 0
}
