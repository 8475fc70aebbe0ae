/** Whether notices of a rule may be sent at an instant, and from when on, in the rule's own time zone. Browser-safe. */
import type { AlertSchedule } from './rule.ts'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const hourOfDay = 60
const minutesPerDay = 24 * hourOfDay
const minutesPerWeek = 7 * minutesPerDay
const minuteMs = 60_000

/** null: they may. */
export function mutedBySchedule(
  { timeZone, workingHours, maintenance }: AlertSchedule,
  now: number,
): 'maintenance' | 'outsideHours' | null {
  if (maintenance.some(({ from, to }) => from <= now && now < to)) return 'maintenance'
  if (workingHours.length === 0) return null
  const { day, minute } = localTime(timeZone, now)
  const dayBefore = day === 1 ? 7 : day - 1
  const isWithin = workingHours.some(({ days, from, to }) => {
    const begin = minuteOf(from)
    const end = minuteOf(to)
    if (begin < end) return days.includes(day) && begin <= minute && minute < end
    return (days.includes(day) && begin <= minute) || (days.includes(dayBefore) && minute < end)
  })
  return isWithin ? null : 'outsideHours'
}

/** When the maintenance, or the time outside working hours, ends that holds notices back at the instant; null: none does. */
export function mutedUntil(schedule: AlertSchedule, now: number): number | null {
  const cause = mutedBySchedule(schedule, now)
  if (cause === null) return null
  return cause === 'maintenance' ? maintainedUntil(schedule, now) : nextWorkingHours(schedule, now)
}

/** Times of maintenance may overlap or follow one another. */
function maintainedUntil({ maintenance }: AlertSchedule, now: number): number {
  let until = now
  for (const { from, to } of maintenance.toSorted((one, other) => one.from - other.from))
    if (from <= until) until = Math.max(until, to)
  return until
}

function nextWorkingHours({ timeZone, workingHours }: AlertSchedule, now: number): number | null {
  const here = localTime(timeZone, now)
  const since = (here.day - 1) * minutesPerDay + here.minute
  const begins = workingHours.flatMap(({ days, from }) =>
    days.map(day => {
      const wanted = (day - 1) * minutesPerDay + minuteOf(from)
      const ahead = (wanted - since + minutesPerWeek) % minutesPerWeek
      return clockSetTo(minuteOf(from), timeZone, Math.floor(now / minuteMs + ahead) * minuteMs)
    }),
  )
  return begins.length === 0 ? null : Math.min(...begins)
}

/** The instant near `guess` at which the local clock shows the minute; clocks are changed between summer and winter. */
function clockSetTo(minute: number, timeZone: string, guess: number): number {
  const off = (minute - localTime(timeZone, guess).minute + minutesPerDay) % minutesPerDay
  return guess + (off > minutesPerDay / 2 ? off - minutesPerDay : off) * minuteMs
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * hourOfDay + Number(minutes)
}

/** Day 1 (Monday) to 7 and minute of the day. */
function localTime(timeZone: string, now: number): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string): string => parts.find(each => each.type === type)?.value ?? ''
  const minute = Number(part('hour')) * hourOfDay + Number(part('minute'))
  return { day: dayNames.indexOf(part('weekday')) + 1, minute: minute % minutesPerDay }
}
