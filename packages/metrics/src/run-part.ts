/** How long a run took, and what part of it a report covers: one rule for pages, exports, server and command line; pure. */

/** Epoch ms; null = not yet. */
export interface RunTimes {
  readonly startedAt: number | null
  readonly endedAt: number | null
}

/** Length of a run, ms: from the common start until the last engine process has ended. One that goes on lasts until `now`; null before the start, and without `now` before the end. */
export function runDurationMs({ startedAt, endedAt }: RunTimes, now: number | null = null): number | null {
  const end = endedAt ?? now
  return startedAt === null || end === null ? null : Math.max(0, end - startedAt)
}

/** ms since the start of a run. */
export interface RunPart {
  readonly fromMs: number
  readonly toMs: number
}

/** Whether a report covers less than the whole run. */
export const isPartOfRun = (run: RunTimes, { fromMs, toMs }: RunPart): boolean =>
  fromMs > 0 || toMs < (runDurationMs(run) ?? 0)

/** Figures are kept by the second: the whole seconds that a part touches, the last one as far as the run went. */
export function wholeSecondsOf({ fromMs, toMs }: RunPart, durationMs: number): RunPart {
  const firstSecond = Math.floor(fromMs / 1_000)
  const lastSecond = Math.max(firstSecond, Math.ceil(toMs / 1_000) - 1)
  return { fromMs: firstSecond * 1_000, toMs: Math.min(durationMs, (lastSecond + 1) * 1_000) }
}

/** On what SLA rules are judged; the contract's JudgedPart. */
interface Judged extends RunPart {
  readonly ratesToMs: number
  readonly rampUpEndMs: number
  readonly includesRampUp: boolean
}

/** How it is said on what rules are judged. nothing: all of the part is ramp-up; plain: no ramp-up lies in it. */
export function judgedCase(judged: Judged, part: RunPart): 'nothing' | 'excluded' | 'included' | 'plain' {
  const { fromMs, toMs, rampUpEndMs, includesRampUp } = judged
  if (fromMs >= toMs) return 'nothing'
  if (rampUpEndMs <= part.fromMs) return 'plain'
  return includesRampUp ? 'included' : 'excluded'
}

/** Whether rates are judged up to an earlier instant than everything else. */
export const ratesEndEarlier = ({ fromMs, toMs, ratesToMs }: Judged): boolean =>
  ratesToMs > fromMs && Math.floor(ratesToMs / 1_000) < Math.floor(toMs / 1_000)
