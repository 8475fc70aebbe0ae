/** Which time of a run its SLA rules judge: all that comes after the first climb; and rules that could never stop it. Safe in a browser. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { LoadModel, SlaRule } from '../scenario/scenario.ts'
import { plannedDurationMs, rampUpEndMs } from './registry.ts'

/** A rule over the whole run warns or stops only after so many judged seconds: one slow first second is no verdict. */
const usualGraceSeconds = 10

/** First whole second that is judged, and how many are planned; null when only loops or rounds end the run. */
export interface JudgedTime {
  readonly firstSecond: number
  readonly seconds: number | null
}

/** Of a run whose ramp-up ends at that time and which lasts for that long, ms. */
export function judgedTimeOf(run: {
  readonly rampUpEndMs: number
  readonly plannedDurationMs: number | null
}): JudgedTime {
  const firstSecond = Math.ceil(run.rampUpEndMs / 1_000)
  const { plannedDurationMs: planned } = run
  return {
    firstSecond,
    seconds: planned === null ? null : Math.max(0, Math.ceil(planned / 1_000) - firstSecond),
  }
}

/** Judged seconds after which a rule over the whole run warns or stops: 10, or half of the judged time where that is shorter. */
export const graceSecondsOf = ({ seconds }: JudgedTime): number =>
  Math.max(1, Math.min(usualGraceSeconds, Math.floor((seconds ?? Number.POSITIVE_INFINITY) / 2)))

/** Why rules that are to stop the run could not: none of its time is judged. */
export function stopRuleReasons(
  loadModel: LoadModel,
  rules: readonly SlaRule[],
): (Bilingual & { id: string })[] {
  const run = { rampUpEndMs: rampUpEndMs(loadModel), plannedDurationMs: plannedDurationMs(loadModel) }
  if (judgedTimeOf(run).seconds !== 0) return []
  const seconds = Math.round((run.plannedDurationMs ?? 0) / 1_000)
  return rules
    .filter(({ action }) => action === 'stop')
    .map(({ id }) => ({
      id,
      zh: `整个执行（${seconds} 秒）都是爬坡阶段，不参与 SLA 判断，“停止执行”的规则不会生效；请延长执行时间或缩短爬坡时间`,
      en: `the whole run (${seconds} s) is ramp-up, which SLA rules do not evaluate, so rules with the action “Stop the run” have no effect; increase the duration or reduce the ramp-up`,
    }))
}
