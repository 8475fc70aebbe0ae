/** Conversion between cron expressions and the plans that have a form, and a sentence for any rule; pure. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

/** Days of the week from 1 (Monday) to 7 (Sunday). */
export type SchedulePlan =
  | { readonly kind: 'daily'; readonly hour: number; readonly minute: number }
  | {
      readonly kind: 'weekly'
      readonly days: readonly number[]
      readonly hour: number
      readonly minute: number
    }
  | {
      readonly kind: 'monthly'
      /** last: the last day of each month. */
      readonly day: number | 'last'
      readonly hour: number
      readonly minute: number
    }
  | { readonly kind: 'cron'; readonly cron: string }

export function cronOf(plan: SchedulePlan): string {
  switch (plan.kind) {
    case 'daily':
      return `${plan.minute} ${plan.hour} * * *`
    case 'weekly':
      return `${plan.minute} ${plan.hour} * * ${plan.days.toSorted((a, b) => a - b).join(',')}`
    case 'monthly':
      return `${plan.minute} ${plan.hour} ${plan.day === 'last' ? 'L' : plan.day} * *`
    case 'cron':
      return plan.cron
  }
}

/** The plan of an expression that one of the forms can produce; otherwise kind cron. */
export function planOf(cron: string): SchedulePlan {
  const parts = cron.trim().split(/\s+/)
  const [minuteText = '', hourText = '', dayText = '', month, weekdays = ''] = parts
  const [minute, hour] = [wholeIn(minuteText, 0, 59), wholeIn(hourText, 0, 23)]
  const other: SchedulePlan = { kind: 'cron', cron }
  if (parts.length !== 5 || minute === null || hour === null || month !== '*') return other
  if (dayText === '*' && weekdays === '*') return { kind: 'daily', hour, minute }
  if (dayText === '*') {
    const days = daysOf(weekdays)
    return days === null ? other : { kind: 'weekly', days, hour, minute }
  }
  if (weekdays !== '*') return other
  if (dayText === 'L') return { kind: 'monthly', day: 'last', hour, minute }
  const day = wholeIn(dayText, 1, 31)
  return day === null ? other : { kind: 'monthly', day, hour, minute }
}

function wholeIn(text: string, min: number, max: number): number | null {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

/** Parses `1-5`, `1,3,5`, with `0` and `7` for Sunday; null for anything else. */
function daysOf(text: string): readonly number[] | null {
  const days = new Set<number>()
  for (const part of text.split(',')) {
    const [, from, to] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? []
    if (from === undefined) return null
    const last = Number(to ?? from)
    if (last < Number(from)) return null
    for (let day = Number(from); day <= last; day += 1) days.add(day === 0 ? 7 : day)
  }
  return [...days].toSorted((a, b) => a - b)
}

const two = (value: number): string => String(value).padStart(2, '0')
const clock = ({ hour, minute }: { hour: number; minute: number }): string => `${two(hour)}:${two(minute)}`
const zhDays = ['一', '二', '三', '四', '五', '六', '日']
const enDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A recurring rule as a sentence, without its time zone and end. */
export function sentenceOf(cron: string): Bilingual {
  const plan = planOf(cron)
  switch (plan.kind) {
    case 'daily':
      return { zh: `每天 ${clock(plan)}`, en: `Every day at ${clock(plan)}` }
    case 'weekly':
      return weeklySentence(plan.days, clock(plan))
    case 'monthly': {
      if (plan.day === 'last') {
        return { zh: `每月最后一天 ${clock(plan)}`, en: `On the last day of every month at ${clock(plan)}` }
      }
      return plan.day > 28
        ? {
            zh: `每月 ${plan.day} 日 ${clock(plan)}（没有 ${plan.day} 日的月份跳过）`,
            en: `On day ${plan.day} of every month that has one, at ${clock(plan)}`,
          }
        : {
            zh: `每月 ${plan.day} 日 ${clock(plan)}`,
            en: `On day ${plan.day} of every month at ${clock(plan)}`,
          }
    }
    case 'cron':
      return shortIntervals(plan.cron)
  }
}

function weeklySentence(days: readonly number[], time: string): Bilingual {
  const key = days.join('')
  if (key === '1234567') return { zh: `每天 ${time}`, en: `Every day at ${time}` }
  if (key === '12345') return { zh: `工作日（周一至周五）${time}`, en: `Monday to Friday at ${time}` }
  if (key === '67') return { zh: `周末 ${time}`, en: `Saturday and Sunday at ${time}` }
  const names = days.map(day => enDays[day - 1] ?? '')
  const last = names.at(-1) ?? ''
  const joined = names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return {
    zh: `每${days.map(day => `周${zhDays[day - 1] ?? ''}`).join('、')} ${time}`,
    en: `Every ${joined} at ${time}`,
  }
}

function shortIntervals(cron: string): Bilingual {
  const [minute = '', hour, ...rest] = cron.trim().split(/\s+/)
  const isAlways = rest.join(' ') === '* * *'
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1]
  if (isAlways && hour === '*') {
    if (minute === '*') return { zh: '每分钟', en: 'Every minute' }
    if (step !== undefined) return { zh: `每 ${step} 分钟`, en: `Every ${step} minutes` }
    const at = wholeIn(minute, 0, 59)
    if (at !== null) return { zh: `每小时的第 ${at} 分`, en: `At minute ${at} of every hour` }
  }
  return { zh: `按 cron 表达式 ${cron}`, en: `As the cron expression ${cron} says` }
}
