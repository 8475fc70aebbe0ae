/** Whether notices of a rule may be sent at an instant, in the rule's own time zone. Browser-safe. */
import type { AlertSchedule } from './rule.ts'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const hourOfDay = 60
const minutesPerDay = 24 * hourOfDay

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
