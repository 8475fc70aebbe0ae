/** The warm-up as the preparation of a run, with what the run's log says of it. */
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Preparation } from '../load-run.ts'
import { WarmUp, type WarmUpReport } from './warm-up.ts'

/** Names of requests in one line of the log. */
const maxNames = 10

/** Switched on by the owner of a machine: it is not shown yet that the first second gains what the wait costs. */
const isOn = process.env['PONE_AGENT_WARM_UP'] === 'on'

/** To be called while the process may still open files; undefined where it is not switched on. */
export function warmUpOf(plan: RunPlan): Preparation | undefined {
  if (!isOn) return undefined
  try {
    const warmUp = new WarmUp(plan)
    return { run: async () => linesOf(await warmUp.run()), cancel: () => warmUp.cancel() }
  } catch (error) {
    // The run itself could be compiled: it only begins cold.
    const message = toldCause('warmUpFailed', { reason: errorText(error) })
    return { run: async () => [{ level: 'warn', message }], cancel: () => undefined }
  }
}

type Lines = Awaited<ReturnType<Preparation['run']>>

function linesOf({ end, reason, leftOut, requests, iterations, durationMs }: WarmUpReport): Lines {
  if (end === 'cancelled') return []
  if (end === 'failed') return [{ level: 'warn', message: toldCause('warmUpFailed', { reason }) }]
  const figures = { requests, iterations, seconds: (durationMs / 1_000).toFixed(1) }
  const code = end === 'steady' ? 'warmedUp' : 'warmedUpToBound'
  const names = [...leftOut.slice(0, maxNames), ...(leftOut.length > maxNames ? ['…'] : [])].join(', ')
  return [
    ...(end === 'nothing' ? [] : [{ level: 'info' as const, message: toldCause(code, figures) }]),
    ...(names === '' ? [] : [{ level: 'info' as const, message: toldCause('notWarmedUp', { names }) }]),
  ]
}
