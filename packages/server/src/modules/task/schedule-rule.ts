/** When a schedule is due: the next times of its rule, and how missed times are handled; pure. */
import type { ScheduleRule } from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isTimeZone } from '@pone/contract/instant-text.ts'
import { maxMissedRecords } from '@pone/schema/limits.ts'
import { Cron } from 'croner'

/** Number of missed times that are recorded individually; of more, only the latest ones. */
const maxPassed = 2_000
const minuteMs = 60_000

/**
 * At most `count` instants of the rule that come after `after`, epoch ms. A wall-clock time that does not exist because of
 * the change to summer time is moved one hour later; a time that occurs twice at the change back counts once.
 */
export function instantsAfter(rule: ScheduleRule, after: number, count: number): number[] {
  return takeInstants(rule, after, { count, until: Number.POSITIVE_INFINITY })
}

function takeInstants(rule: ScheduleRule, after: number, limit: { count: number; until: number }): number[] {
  if (rule.kind === 'once') return rule.at > after && rule.at <= limit.until ? [rule.at] : []
  const end = Math.min(limit.until, rule.endsAt ?? Number.POSITIVE_INFINITY)
  const cron = new Cron(rule.cron, { timezone: rule.timeZone, mode: '5-part', paused: true })
  const instants: number[] = []
  let last = after
  while (instants.length < limit.count) {
    const next = cron.nextRun(new Date(last))?.getTime()
    if (next === undefined || next > end) break
    instants.push(next)
    last = next
  }
  return instants
}

/** @throws AppError ScheduleInvalid */
export function assertUsable(rule: ScheduleRule, now: number): void {
  const refuse = (detail: string): never => {
    throw new AppError('ScheduleInvalid', { detail })
  }
  if (rule.kind === 'once') {
    if (rule.at <= now) refuse('pastInstant')
    return
  }
  if (!isTimeZone(rule.timeZone)) refuse('unknownZone')
  if (!isCron(rule.cron)) refuse('notCron')
  if (instantsAfter(rule, now, 1).length === 0) refuse('neverDue')
}

/** Five fields of numbers, names, and signs; of croner's extensions only the last day of a month is allowed. */
function isCron(text: string): boolean {
  if (!/^[\dA-Za-z*/,\-L#]+( +[\dA-Za-z*/,\-L#]+){4}$/.test(text)) return false
  try {
    return new Cron(text, { mode: '5-part', paused: true }).getPattern() !== undefined
  } catch {
    return false
  }
}

export interface Firing {
  /** The time to run for now; null when it is too late. */
  readonly run: number | null
  /** Missed times, oldest first, limited to the latest ones. */
  readonly missed: readonly number[]
  /** Number of missed times before those; a lower bound after a very long outage. */
  readonly earlierMissed: number
  readonly nextAt: number | null
}

/** What to do at `now` for a schedule that was due at `nextAt`: only the latest passed time can still run. */
export function firingOf(
  schedule: { readonly rule: ScheduleRule; readonly nextAt: number; readonly graceMs: number },
  now: number,
): Firing {
  const { rule, nextAt, graceMs } = schedule
  const passed = passedInstants(rule, nextAt, now)
  const latest = passed.at(-1)
  const run = latest !== undefined && now - latest <= graceMs ? latest : null
  const unused = run === null ? passed : passed.slice(0, -1)
  return {
    run,
    missed: unused.slice(-maxMissedRecords),
    earlierMissed: Math.max(0, unused.length - maxMissedRecords),
    nextAt: instantsAfter(rule, Math.max(now, nextAt), 1)[0] ?? null,
  }
}

function passedInstants(rule: ScheduleRule, nextAt: number, now: number): number[] {
  if (nextAt > now) return []
  const first = [nextAt, ...takeInstants(rule, nextAt, { count: maxPassed, until: now })]
  if (first.length <= maxPassed) return first
  return takeInstants(rule, now - maxPassed * minuteMs, { count: maxPassed, until: now })
}
